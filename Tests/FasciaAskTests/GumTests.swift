import Foundation
import TestSupport
import Testing

/// Scripts for gum, with the flags of its documentation: the same is printed, with the same exit status. What differs is in
/// docs/ask.md.
@Suite(.mustEnd) struct GumTests {
    private struct Printed: Equatable {
        var output: String
        var status: TestSupport.ExitStatus

        init(output: String, status: TestSupport.ExitStatus) { (self.output, self.status) = (output, status) }
        init(_ output: String, _ status: Int32) { self.init(output: output, status: .exited(status)) }
    }

    /// Runs a script in which `gum` is `fascia ask`, types keys where a text is shown, and returns what it prints to standard output.
    private func run(_ script: String, _ keys: (at: String, String)...) throws -> Printed {
        let terminal = try Script("gum() { \"$fascia\" ask \"$@\"; }\n{ \(script)\n} >out", environment: ["FASCIA_ASK_HERE": "1"])
        for (text, keys) in keys { try terminal.type(keys, at: text) }
        let status = try terminal.status()
        return Printed(output: try terminal.file("out"), status: status)
    }

    // The cursor stands on the first letter of a placeholder, which is sent by itself.
    private static let (up, down) = ("\u{1B}[A", "\u{1B}[B")

    @Test func inputPrintsTheText() throws {
        #expect(
            try run(#"gum input --width 50 --placeholder "Summary of changes""#, ("ummary of changes", "Fix it\r"))
                == Printed("Fix it\n", 0))
        #expect(
            try run(
                ##"gum input --cursor.foreground "#FF0" --prompt.foreground "#0FF" --placeholder "What's up?" --prompt "* " --width 80 --value "Not much""##,
                ("Not much", ", hby?\r")) == Printed("Not much, hby?\n", 0))
        #expect(try run("gum input --password | tr a-z A-Z", ("done", "word\r")) == Printed("WORD\n", 0))
        #expect(try run("gum input --header Name --no-show-help --char-limit 3", ("Name", "abcdef\r")) == Printed("abc\n", 0))
        #expect(try run("gum input --header Name", ("Name", "abc\u{1B}")) == Printed("", 1))
        #expect(try run("gum input --header Name", ("Name", "abc\u{3}")) == Printed("", 130))
        #expect(try run("gum input --header Name --timeout 10ms") == Printed("", 124))
    }

    @Test func writePrintsTheLines() throws {
        #expect(
            try run(#"gum write --width 80 --placeholder "Details of changes""#, ("etails of changes", "one\rtwo\u{4}"))
                == Printed("one\ntwo\n", 0))
        #expect(
            try run("gum write --header Text --max-lines 1 --show-line-numbers", ("Text", "a\rb\u{4}")) == Printed("ab\n", 0))
    }

    @Test func filterPrintsWhatMatches() throws {
        let flavors = "printf 'Strawberry\\nBanana\\nCherry\\n' >flavors.txt; "
        #expect(try run(flavors + "gum filter <flavors.txt", ("Cherry", "cher\r")) == Printed("Cherry\n", 0))
        #expect(
            try run(flavors + "cat flavors.txt | gum filter --limit 2", ("Cherry", " \(Self.down) \r"))
                == Printed("Strawberry\nBanana\n", 0))
        #expect(
            try run(flavors + "cat flavors.txt | gum filter --no-limit", ("Cherry", "ban\r")) == Printed("Banana\n", 0),
            "nothing is marked")
        #expect(
            try run(
                flavors
                    + "gum filter --placeholder 'Pick session...' --height 20 --indicator '>' --no-fuzzy --reverse <flavors.txt",
                ("Pick session...", "\u{1B}")) == Printed("", 1))
        #expect(
            try run(flavors + "gum filter --value xyz --no-strict <flavors.txt", ("nothing matches", "\r")) == Printed("xyz\n", 0)
        )
        #expect(try run(flavors + "gum filter --select-if-one One") == Printed("One\n", 0))
    }

    /// Without a list it lists the files below the folder.
    @Test func filterWithoutAListOffersFiles() throws {
        #expect(
            try run("mkdir -p top/sub; touch top/sub/deep top/file top/.hidden; cd top; gum filter", ("sub/deep", "deep\r"))
                == Printed("sub/deep\n", 0))
        #expect(try run("mkdir empty; cd empty; gum filter 2>/dev/null") == Printed("", 2))
    }

    @Test func choosePrintsWhatIsChosen() throws {
        #expect(
            try run(
                #"CARD=$(gum choose --height 15 "A ♠" "K ♠" "Q ♠"); echo "Was your card the $CARD?""#, ("♠", "\(Self.down)\r"))
                == Printed("Was your card the K ♠?\n", 0))
        let foods = "printf 'Bread\\nMilk\\nEggs\\n' | "
        #expect(
            try run(
                foods + #"gum choose --no-limit --header "Grocery Shopping""#,
                ("Grocery Shopping", " \(Self.down)\(Self.down) \r"))
                == Printed("Bread\nEggs\n", 0))
        #expect(
            try run(foods + "gum choose --limit 1 --item.foreground 250", ("Eggs", "\(Self.down)\r")) == Printed("Milk\n", 0))
        #expect(
            try run(
                foods + "gum choose --limit 2 --ordered --selected.bold --cursor-prefix '* '",
                ("Eggs", "\(Self.down) \(Self.up) \r"))
                == Printed("Milk\nBread\n", 0))
        #expect(
            try run(foods + "gum choose --no-limit --selected '*' --output-delimiter ,", ("Eggs", "\r"))
                == Printed("Bread,Milk,Eggs\n", 0))
        #expect(try run("printf 'a b,c' | gum choose --input-delimiter ,", ("a b", "\(Self.down)\r")) == Printed("c\n", 0))
        #expect(try run("gum choose --label-delimiter : One:1 Two:2", ("Two", "\(Self.down)\r")) == Printed("2\n", 0))
        #expect(try run("gum choose fix feat", ("feat", "\u{1B}")) == Printed("", 1))
        #expect(try run("gum choose fix feat --timeout 10ms") == Printed("", 124))
        #expect(try run("gum choose 2>/dev/null").status == .exited(2), "a list does not come from the terminal")
    }

    @Test func confirmIsAStatus() throws {
        #expect(
            try run("gum confirm && echo removed || echo 'File not removed'", ("Are you sure?", "y")) == Printed("removed\n", 0)
        )
        #expect(
            try run("gum confirm && echo removed || echo 'File not removed'", ("Are you sure?", "n"))
                == Printed("File not removed\n", 0))
        #expect(try run("gum confirm --default=false Commit", ("Commit", "\r")).status == .exited(1))
        #expect(
            try run("gum confirm --show-output --affirmative Go --negative Stop 'Push?'", ("Push?", "\r"))
                == Printed("Push? Go\n", 0))
        #expect(
            try run("gum confirm --show-output --affirmative Go --negative Stop 'Push?'", ("Push?", "s"))
                == Printed("Push? Stop\n", 1))
    }

    @Test func filePrintsAPath() throws {
        let result = try run("mkdir top; touch top/file; gum file -a --height 5 --permissions=false $PWD/top", ("file", "\r"))
        #expect(result.output.hasSuffix("/top/file\n") && result.output.hasPrefix("/") && result.status == .exited(0))
    }

    @Test func pagerPrintsNothing() throws {
        #expect(
            try run("seq 100 >text; gum pager --border double --soft-wrap=false --show-line-numbers <text", ("10", "q"))
                == Printed("", 0))
    }

    @Test func spinExitsAsTheCommandDoes() throws {
        let command = "-- sh -c 'echo out; echo error >&2; exit"
        #expect(try run(#"gum spin --spinner dot --title "Buying Bubble Gum..." -- true"#) == Printed("", 0))
        #expect(try run("gum spin -s line --show-output \(command) 0'") == Printed("out\nerror\n", 0))
        #expect(try run("gum spin --show-stdout \(command) 0'") == Printed("out\n", 0))
        #expect(try run("gum spin --show-stderr \(command) 0'") == Printed("error\n", 0))
        #expect(try run("gum spin --show-error \(command) 0'") == Printed("", 0))
        #expect(try run("gum spin --show-error \(command) 3'") == Printed("out\nerror\n", 3))
        #expect(try run("gum spin --timeout 10ms -- sleep 1000").status == .exited(124))
    }

    /// The first example of gum's folder of examples.
    @Test func commitMessageIsWritten() throws {
        let script = """
            TYPE=$(gum choose "fix" "feat" "docs")
            SCOPE=$(gum input --placeholder "scope")
            test -n "$SCOPE" && SCOPE="($SCOPE)"
            SUMMARY=$(gum input --value "$TYPE$SCOPE: " --placeholder "Summary of this change")
            DESCRIPTION=$(gum write --placeholder "Details of this change")
            gum confirm "Commit changes?" && printf '%s|' "$SUMMARY" "$DESCRIPTION"
            """
        #expect(
            try run(
                script, ("docs", "\(Self.down)\r"), ("cope", "ui\r"), ("feat(ui):", "Add it\r"),
                ("etails of this change", "All of it.\u{4}"), ("Commit changes?", "y"))
                == Printed("feat(ui): Add it|All of it.|", 0))
    }
}
