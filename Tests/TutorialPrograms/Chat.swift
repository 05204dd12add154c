import SwiftUI

struct Message: Identifiable, Equatable {
    let id = UUID()
    var text: String
    var isMine: Bool
    var date = Date.now
}

@Observable @MainActor
final class ChatModel {
    var messages: [Message] = [
        Message(text: "Hi there!", isMine: false),
        Message(text: "Hello. How are you?", isMine: true),
    ]
    var draft = ""
    var unread = 0
    var canSend: Bool { !draft.isEmpty }

    func send() {
        guard canSend else { return }
        messages.append(Message(text: draft, isMine: true))
        draft = ""
        Task {
            try? await Task.sleep(nanoseconds: 1_000)
            receive("Echo: \(messages.last?.text ?? "")")
        }
    }

    func receive(_ text: String) {
        messages.append(.init(text: text, isMine: false))
    }
}

struct FocusedMessageKey: FocusedValueKey {
    typealias Value = Binding<Message?>
}

extension FocusedValues {
    var selectedMessage: Binding<Message?>? {
        get { self[FocusedMessageKey.self] }
        set { self[FocusedMessageKey.self] = newValue }
    }
}

extension EnvironmentValues {
    @Entry var bubbleColor: Color = .blue
}

private struct CompactKey: EnvironmentKey {
    static let defaultValue = false
}

extension EnvironmentValues {
    var isCompact: Bool {
        get { self[CompactKey.self] }
        set { self[CompactKey.self] = newValue }
    }
}

extension View {
    func compact(_ on: Bool) -> some View { environment(\.isCompact, on) }
}

struct ChatView: View {
    @State private var model = ChatModel()
    @FocusState private var isComposing: Bool
    @State private var selected: Message?
    @State private var lastKey = "none"
    @State private var scrollID: Message.ID?

    var body: some View {
        VStack(spacing: 0) {
            ScrollViewReader { proxy in
                ScrollView(.vertical, showsIndicators: false) {
                    LazyVStack(spacing: 8) {
                        ForEach(model.messages) { message in
                            Bubble(message: message)
                                .id(message.id)
                                .onTapGesture { selected = message }
                                .onTapGesture(count: 2) { model.draft = message.text }
                        }
                    }
                    .padding()
                }
                .defaultScrollAnchor(.bottom)
                .scrollDismissesKeyboard(.interactively)
                .onChange(of: model.messages) { _, messages in
                    withAnimation { proxy.scrollTo(messages.last?.id, anchor: .bottom) }
                }
            }
            Divider()
            HStack(alignment: .bottom) {
                TextField("Message", text: $model.draft, axis: .vertical)
                    .textFieldStyle(.roundedBorder)
                    .lineLimit(1...4)
                    .focused($isComposing)
                    .onSubmit(model.send)
                    .onKeyPress(.escape) {
                        model.draft = ""
                        return .handled
                    }
                    .submitScope()
                Button(action: model.send) {
                    Image(systemName: "paperplane.fill")
                        .accessibilityLabel("Send")
                }
                .disabled(!model.canSend)
                .keyboardShortcut(.return, modifiers: .command)
            }
            .padding()
            .background(.bar)
            KeyboardPad(lastKey: $lastKey)
        }
        .focusedSceneValue(\.selectedMessage, $selected)
        .defaultFocus($isComposing, true)
        .environment(\.bubbleColor, .green)
        .compact(true)
        .navigationTitle("Chat")
        .safeAreaPadding(.bottom, 4)
        .onExitCommand { isComposing = false }
    }
}

struct Bubble: View {
    let message: Message
    @Environment(\.bubbleColor) private var color
    @Environment(\.isCompact) private var isCompact
    @Environment(\.locale) private var locale

    var body: some View {
        HStack {
            if message.isMine { Spacer(minLength: 40) }
            VStack(alignment: message.isMine ? .trailing : .leading) {
                Text(message.text)
                    .padding(isCompact ? 6 : 10)
                    .background(
                        message.isMine ? color : Color(.systemGray5),
                        in: UnevenRoundedRectangle(
                            topLeadingRadius: 12, bottomLeadingRadius: 12, bottomTrailingRadius: message.isMine ? 0 : 12,
                            topTrailingRadius: 12)
                    )
                    .textSelection(.enabled)
                Text(message.date, format: Date.FormatStyle(date: .omitted, time: .shortened).locale(locale))
                    .font(.caption2)
                    .foregroundStyle(.secondary)
            }
            if !message.isMine { Spacer(minLength: 40) }
        }
        .transition(.asymmetric(insertion: .move(edge: .bottom), removal: .opacity))
        .accessibilityElement(children: .combine)
    }
}

struct KeyboardPad: View {
    @Binding var lastKey: String
    @FocusState private var focusedTile: Int?
    @State private var position = 0

    var body: some View {
        HStack {
            ForEach(0..<3, id: \.self) { tile in
                Text("\(tile + 1)")
                    .frame(width: 44, height: 44)
                    .background(focusedTile == tile ? Color.accentColor : .gray.opacity(0.3))
                    .focusable()
                    .focused($focusedTile, equals: tile)
                    .focusEffectDisabled()
            }
            Text("Key: \(lastKey)")
        }
        .focusSection()
        .onKeyPress(keys: [.upArrow, .downArrow]) { press in
            lastKey = press.key == .upArrow ? "up" : "down"
            return .handled
        }
        .onKeyPress(characters: .alphanumerics, phases: [.down, .repeat]) { press in
            lastKey = press.characters
            return press.modifiers.contains(.control) ? .ignored : .handled
        }
        .onKeyPress(phases: .up) { _ in .ignored }
        .onMoveCommand { direction in
            switch direction {
            case .left: focusedTile = max(0, (focusedTile ?? 0) - 1)
            case .right: focusedTile = min(2, (focusedTile ?? 0) + 1)
            default: break
            }
        }
    }
}

struct MessageCommands: Commands {
    @FocusedBinding(\.selectedMessage) private var message

    var body: some Commands {
        CommandMenu("Message") {
            Button("Deselect") { message = nil }
                .keyboardShortcut("d")
                .disabled(message == nil)
        }
    }
}

struct ChatApp: App {
    var body: some Scene {
        WindowGroup {
            NavigationStack { ChatView() }
        }
        .commands { MessageCommands() }
        Settings {
            Text("No settings").padding()
        }
    }
}

#Preview { ChatView() }
