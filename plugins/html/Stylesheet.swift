/// The colours are those of the default theme in docs/design.md.
let stylesheet: StaticString = """
    :root { --surface: #fcfcfd; --text: #1f2328; --raised: #e9edf2; --secondary: #57606a; --line: #8c959f; --hair: #d8dee4;
      --accent: #0757b8; --on-accent: #fff; --positive: #176f34; --warning: #7d4e00; --negative: #b3202c; --focus: #cce1fa;
      --chrome: #f0f3f6; --red: #d70015; --orange: #b25000; --yellow: #8a6100; --green: #248a3d; --mint: #0c817b;
      --teal: #007d94; --cyan: #00719e; --blue: #0040dd; --indigo: #3634a3; --purple: #8944ab; --pink: #d30f45;
      --brown: #7f6545; --gray: #6c6c70; --on-color: #fff; }
    @media (prefers-color-scheme: dark) {
      :root { --surface: #16191e; --text: #e1e4e9; --raised: #262c35; --secondary: #a3abb5; --line: #59636e; --hair: #2d343d;
        --accent: #79b8ff; --on-accent: #0b1520; --positive: #5fd38d; --warning: #f2c55c; --negative: #ff8a80;
        --focus: #1f4f80; --chrome: #1d2229; --red: #ff6961; --orange: #ffb340; --yellow: #ffd426; --green: #31de4b;
        --mint: #66d4cf; --teal: #5de6ff; --cyan: #70d7ff; --blue: #409cff; --indigo: #7d7aff; --purple: #da8fff;
        --pink: #ff6482; --brown: #b59469; --gray: #aeaeb2; --on-color: #101418; }
    }
    *, ::before, ::after { box-sizing: border-box; }
    html { color-scheme: light dark; -webkit-text-size-adjust: 100%; }
    body { margin: 0; background: var(--surface); color: var(--text); font: 1rem/1.45 system-ui, sans-serif;
      font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
    h1, h2, p, ol, fieldset, dialog { margin: 0; padding: 0; }
    button, input, select, textarea { font: inherit; color: inherit; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

    header { position: sticky; top: 0; z-index: 1; display: grid; grid-template-columns: 1fr auto 1fr; align-items: center;
      gap: .75rem; min-height: 3.25rem; padding: .5rem max(1rem, 50vw - 21rem); background: var(--chrome);
      border-bottom: 1px solid var(--hair); }
    header h1 { grid-column: 2; font-size: 1.0625rem; font-weight: 600; text-align: center; }
    nav { min-width: 0; }
    nav ol { display: flex; list-style: none; overflow: hidden; }
    nav li { min-width: 0; }
    nav li::before { content: "‹" / ""; color: var(--accent); padding-right: .35rem; }
    nav li + li::before { content: "›" / ""; color: var(--secondary); padding: 0 .35rem; }
    nav button { border: 0; background: none; padding: .4rem 0; color: var(--accent); cursor: pointer; }

    main { max-width: 44rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
    .cards { display: flex; flex-direction: column; gap: 1.25rem; }
    .card { position: relative; min-width: 0; margin: 0; padding: .25rem 0; border: 1px solid var(--line); border-radius: .75rem; }
    .card > legend { margin-left: .75rem; padding: 0 .4rem; color: var(--accent); font-size: .875rem; font-weight: 600; }
    .card .card { margin: .75rem; }
    .card > :is(.log, .card:has(> table)) { margin: 0; padding-block: 0; border: 0; }
    .card > .log { padding-block: .5rem; }
    .footer { margin: -.75rem 1.15rem 0; color: var(--secondary); font-size: .875rem; }

    .row { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; width: 100%; min-height: 2.75rem;
      padding: .45rem 1rem; }
    .row + .row, .row + .rows, .rows + .row, .rows > .row + .row { border-top: 1px solid var(--hair); }
    .rows.indented { padding-left: 1.25rem; border-top: 1px solid var(--hair); }
    .row.text { display: block; padding-block: .65rem; }
    .item { display: inline-flex; flex-wrap: wrap; align-items: center; gap: .25rem .6rem; }
    .label { flex: 1 1 auto; min-width: 0; }
    .item > .label { flex: none; }
    .icon { width: 1.5rem; text-align: center; color: var(--secondary); font-family: "DejaVu Sans", "Segoe UI Symbol", sans-serif;
      font-variant-emoji: text; }
    .shown { color: var(--secondary); text-align: right; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    .value .shown { white-space: normal; }

    .button { border: 1px solid transparent; border-radius: .5rem; background: var(--raised); padding: .45rem 1rem;
      text-align: start; cursor: pointer; text-decoration: none; color: var(--text); }
    .row.button { border-width: 0; border-radius: 0; background: none; flex-wrap: nowrap; }
    .row.button:has(.notes) { flex-wrap: wrap; }
    .row.button + .row.button { border-top: 1px solid var(--hair); }
    .row.button:hover:enabled { background: var(--focus); }
    .button:hover:enabled { background: var(--focus); }
    .button:not(.row) .label { color: var(--accent); font-weight: 500; }
    .end { color: var(--accent); font-size: 1.1em; line-height: 1; min-width: .8em; text-align: center; }
    .destructive .label, .destructive .end, .button.destructive:not(.row) .label { color: var(--negative); }
    .destructive .end::before { content: "!"; }
    :disabled, .button:disabled .label { color: var(--secondary); cursor: default; }
    .button:disabled .end { visibility: hidden; }

    .switch { appearance: none; flex: none; position: relative; width: 2.9rem; height: 1.7rem; margin: 0; padding: 0;
      border: 2px solid var(--line); border-radius: 1rem; background: var(--surface); cursor: pointer; transition: .12s; }
    .switch::before { content: ""; position: absolute; top: .15rem; left: .15rem; width: 1.12rem; height: 1.12rem;
      border-radius: 50%; background: var(--line); color: var(--surface); font-size: .8rem; line-height: 1.12rem;
      font-weight: 700; text-align: center; transition: .12s; }
    .switch:checked { background: var(--positive); border-color: var(--positive); }
    .switch:checked::before { left: 1.35rem; background: var(--surface); }
    .switch[aria-checked=mixed] { border-color: var(--warning); }
    .switch[aria-checked=mixed]::before { left: .75rem; background: var(--warning); }
    .pending .switch:checked { background: var(--warning); border-color: var(--warning); }
    .stale .switch { border-style: dotted; }
    .unknown .switch { border-style: dashed; }
    .unknown .switch::before { content: "?" / ""; left: .75rem; }
    .switch:disabled { opacity: .55; border-style: dashed; }

    .field input, .field textarea, .choice select, .stepper input { min-width: 0; border: 1px solid var(--line);
      border-radius: .5rem; background: var(--raised); padding: .4rem .65rem; min-height: 2.25rem; }
    .row.field > :is(input, textarea) { flex: 1 1 14rem; max-width: 24rem; margin-left: auto; }
    .row.field:not(:has(.label)) > :is(input, textarea) { max-width: none; }
    .row.field > .label { flex: 1 0 auto; }
    select { appearance: none; padding-right: 2rem !important; cursor: pointer; text-overflow: ellipsis; max-width: 100%;
      background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(-45deg, transparent 50%, currentColor 50%) !important;
      background-size: .35rem .35rem !important; background-repeat: no-repeat !important;
      background-position: right 1.1rem center, right .75rem center !important; }
    .stepper input { width: 5rem; text-align: center; appearance: textfield; }
    .stepper input::-webkit-inner-spin-button { display: none; }
    .step { width: 2.25rem; height: 2.25rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised);
      color: var(--accent); font-size: 1.2rem; line-height: 1; padding: 0; cursor: pointer; }
    .step:disabled { border-style: dashed; }
    input[type=range] { accent-color: var(--accent); width: min(20rem, 45%); margin: 0; }

    progress, meter { appearance: none; display: block; width: min(20rem, 45%); height: .5rem; border: 0; border-radius: .25rem;
      background: var(--raised); overflow: hidden; }
    ::-webkit-progress-bar, ::-webkit-meter-bar { background: none; border: 0; }
    ::-webkit-meter-inner-element { grid-template-rows: 0 [line1] 1fr [line2] 0; }
    ::-webkit-progress-value, ::-webkit-meter-optimum-value { background: var(--accent); border-radius: .25rem; }
    ::-moz-progress-bar, ::-moz-meter-bar { background: var(--accent); border-radius: .25rem; }
    :is(.bar, .curve, .slider) > .shown { min-width: 4rem; }

    .segments { display: inline-flex; border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; max-width: 100%; }
    .segments label { position: relative; }
    .segments label + label { border-left: 1px solid var(--hair); }
    .segments input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
    .segments span { display: block; padding: .35rem .85rem; }
    .segments input:checked + span { background: var(--accent); color: var(--on-accent); font-weight: 600; }
    .segments input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: -3px; }
    .segments[aria-disabled] { opacity: .6; border-style: dashed; }
    .option { cursor: pointer; }
    .option input { accent-color: var(--accent); width: 1.15rem; height: 1.15rem; margin: 0; }

    .conditions { display: inline-flex; gap: .5rem; }
    .condition { display: inline-flex; align-items: center; gap: .35rem; font-size: .875rem; color: var(--warning); }
    .condition.failed { color: var(--negative); }
    .mark { display: inline-block; min-width: 1rem; text-align: center; font-weight: 700; }
    .pending .mark { width: 1rem; height: 1rem; border: 2px solid; border-right-color: transparent; border-radius: 50%;
      animation: turn 1s linear infinite; }
    @keyframes turn { to { rotate: 360deg; } }
    .notes { flex-basis: 100%; color: var(--secondary); font-size: .875rem; }
    .failed .notes { color: var(--negative); }

    svg { width: min(20rem, 45%); height: 1.75rem; overflow: visible; }
    polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
    polygon { fill: var(--accent); opacity: .15; }
    .chart svg { width: 100%; height: 8rem; order: 3; }
    .times { order: 4; flex-basis: 100%; display: flex; justify-content: space-between; color: var(--secondary); font-size: .8125rem; }

    .card > table { width: 100%; border-collapse: collapse; }
    .card:has(> table) { overflow-x: auto; }
    th, td { padding: .55rem 1rem; text-align: start; vertical-align: baseline; }
    th { font-weight: 600; font-size: .875rem; color: var(--secondary); }
    th .button { padding: .1rem .5rem; }
    tr + tr > *, thead + tbody > tr > * { border-top: 1px solid var(--hair); }
    .trailing { text-align: end; }
    .center { text-align: center; }
    td > .row { padding: 0; min-height: 0; }
    .log { max-height: 60vh; overflow: auto; padding: .75rem 1rem; }
    .log p { font: .8125rem/1.6 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
    .rest { padding: .45rem 1rem; color: var(--secondary); }
    .missing { color: var(--warning); }
    .missing::before { content: "⚠ " / ""; }

    .below { display: flex; flex-direction: column; align-items: flex-start; gap: .75rem; }
    main > .below { align-items: center; text-align: center; }
    main > .below > .beside { justify-content: center; }
    .text[style*=background] { padding: .25rem .6rem; border-radius: .35rem; }
    .beside, .line { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; }
    .below > .below, .below > .cards, .below > .card { width: 100%; }
    .grid { display: grid; gap: .75rem; }
    .grid > .line { display: contents; }
    .stacked { display: grid; }
    .stacked > * { grid-area: 1 / 1; }
    .spacer { flex: 1; }
    hr { width: 100%; border: 0; border-top: 1px solid var(--hair); margin: .25rem 0; }
    .shape { display: inline-block; min-width: 1rem; min-height: 1rem; }
    h2 { font-size: 1.125rem; }
    .menu > summary { display: flex; gap: .75rem; cursor: pointer; list-style: none; }
    .row.menu > summary { flex: 1; }
    .menu > summary::after { content: "▾" / ""; color: var(--accent); }
    .menu > .card { margin-top: .5rem; background: var(--surface); }

    .veil { position: fixed; inset: 0; z-index: 2; display: grid; place-items: center; padding: 1rem; overflow: auto;
      background: rgb(0 0 0 / .45); }
    dialog { position: static; width: min(38rem, 100%); max-height: 100%; overflow: auto; padding: 1rem 1.25rem 1.25rem;
      border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); color: var(--text);
      box-shadow: 0 1.5rem 4rem rgb(0 0 0 / .35); }
    dialog > h1 { margin-bottom: .75rem; font-size: 1.0625rem; text-align: center; }
    .alert > dialog { width: min(26rem, 100%); }
    .alert .below > .beside { width: 100%; justify-content: flex-end; }
    .cover { padding: 0; }
    .cover > dialog { width: 100%; height: 100%; border: 0; border-radius: 0; }
    @media (max-width: 40rem) {
      .sheet { place-items: end stretch; padding: 2rem 0 0; }
      .sheet > dialog { width: 100%; border-radius: 1rem 1rem 0 0; }
      header { padding: .5rem 1rem; }
      .row.field > :is(input, textarea) { flex-basis: 100%; max-width: none; }
    }
    @media (prefers-reduced-motion: reduce) { *, ::before { animation: none !important; transition: none !important; } }

    """
