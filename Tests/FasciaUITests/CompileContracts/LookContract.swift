// Everything above the tests also compiles with SwiftUI; only the import differs.
import FasciaTesting
import FasciaUI
import Testing

struct Card: ViewModifier {
    var isSelected: Bool

    @available(*, deprecated)  // Avoids the warnings for names without effect.
    func body(content: Content) -> some View {
        content
            .padding(.horizontal, 16)
            .padding(.vertical, 16)
            .frame(maxWidth: .infinity, alignment: .leading)
            .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 12, style: .continuous))
            .overlay {
                RoundedRectangle(cornerRadius: 12).strokeBorder(isSelected ? Color.accentColor : .gray.opacity(0.3))
            }
            .shadow(color: .black.opacity(0.2), radius: 4, x: 0, y: 2)
    }
}

extension View {
    func card(isSelected: Bool = false) -> some View { modifier(Card(isSelected: isSelected)) }
}

struct Badge: View {
    let count: Int

    var body: some View {
        Text("\(count)")
            .font(.caption.weight(.bold))
            .foregroundColor(.white)
            .padding(.horizontal, 8)
            .background(Capsule().fill(Color.red))
            .clipShape(Capsule())
            .opacity(count > 0 ? 1 : 0)
            .accessibilityLabel("\(count) unread")
    }
}

struct Wave: Shape {
    var phase: Double = 0

    func path(in rect: CGRect) -> Path {
        var path = Path()
        path.move(to: CGPoint(x: rect.minX, y: rect.midY))
        path.addQuadCurve(to: CGPoint(x: rect.maxX, y: rect.midY), control: CGPoint(x: rect.midX, y: rect.minY))
        return path
    }
}

extension VerticalAlignment {
    private enum Middle: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context[VerticalAlignment.center] }
    }
    static let middle = VerticalAlignment(Middle.self)
}

struct Gauges: View {
    @Namespace private var namespace
    @Environment(\.colorScheme) private var colorScheme
    @State private var isOn = false
    @State private var selected: Int?

    private let columns = [GridItem(.adaptive(minimum: 80), spacing: 16)]

    @available(*, deprecated)  // Avoids the warnings for names without effect.
    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 20) {
                HStack(alignment: .middle) {
                    Text("Mail").alignmentGuide(.middle) { $0[VerticalAlignment.center] }
                    Badge(count: 3)
                    Spacer(minLength: 8)
                    Circle().stroke(.green, lineWidth: 2).frame(width: 32, height: 32)
                        .overlay(Text("ok").font(.footnote), alignment: .center)
                }
                .card(isSelected: isOn)

                ZStack(alignment: .bottomTrailing) {
                    LinearGradient(
                        gradient: Gradient(colors: [.blue, .purple]), startPoint: .topLeading,
                        endPoint: .bottomTrailing)
                    Wave().fill(Color.white.opacity(0.3))
                    Text("Wave").foregroundStyle(.white).offset(x: -8, y: 0)
                }
                .frame(height: 64)
                .cornerRadius(8)
                .zIndex(1)

                LazyVGrid(columns: columns, spacing: 16) {
                    ForEach(0..<6) { index in
                        Text("Item \(index)")
                            .frame(minWidth: 0, maxWidth: .infinity)
                            .background(selected == index ? Color.blue : Color(white: 0.9))
                            .onTapGesture { withAnimation(.spring()) { selected = index } }
                            .matchedGeometryEffect(id: index, in: namespace)
                    }
                }

                Grid(alignment: .leadingFirstTextBaseline, horizontalSpacing: 16, verticalSpacing: 0) {
                    GridRow {
                        Text("Host").gridColumnAlignment(.trailing)
                        Text("pi4").bold()
                    }
                    Divider().gridCellUnsizedAxes(.horizontal)
                    GridRow {
                        Text("Up")
                        Text("3 days").italic()
                    }
                }

                GeometryReader { proxy in
                    Rectangle()
                        .fill(.tint)
                        .frame(width: proxy.size.width * 0.5, height: 16)
                }
                .frame(height: 16)

                Group {
                    Text("Warning: ").foregroundColor(.orange).bold() + Text("hot").italic().underline()
                }
                .lineLimit(2)
                .multilineTextAlignment(.center)
                .truncationMode(.tail)
                .minimumScaleFactor(0.5)
                .textCase(.uppercase)
            }
            .padding([.horizontal, .bottom])
        }
        .tint(.mint)
        .background(Color.clear.ignoresSafeArea())
        .preferredColorScheme(.dark)
        .animation(.default, value: isOn)
        .onLongPressGesture { isOn.toggle() }
        .task { isOn = colorScheme == .dark }
    }
}

struct Tabs: View {
    enum Kind: String, CaseIterable, Identifiable {
        case inbox, sent
        var id: Self { self }
    }

    @SceneStorage("tab") private var kind = Kind.inbox

    var body: some View {
        TabView(selection: $kind) {
            ForEach(Kind.allCases) { kind in
                LabeledContent("Folder", value: kind.rawValue)
                    .tabItem { Label(kind.rawValue.capitalized, systemImage: "tray") }
                    .tag(kind)
            }
        }
    }
}

@MainActor @Suite struct LookContractTests {
    @Test func gaugesAreShown() throws {
        let snapshot = Snapshot(Gauges(), columns: 80, rows: 40)
        for words in ["Mail", "3", "ok", "Wave", "Item 0", "Item 5", "Host", "pi4", "3 days", "WARNING: HOT"] {
            #expect(snapshot.text.contains(words), "\(words) in:\n\(snapshot.text)")
        }
        try snapshot.tap("Item 3")
        #expect(snapshot.issues == [])
    }

    @Test func tabsOfAForEach() throws {
        let snapshot = Snapshot(Tabs(), columns: 40, rows: 10)
        #expect(snapshot.lines.contains { $0.hasPrefix("Folder") && $0.hasSuffix("inbox") })
        try snapshot.tap("Sent")
        #expect(snapshot.lines.contains { $0.hasSuffix("sent") })
    }

    @Test func emptyBadgeIsHidden() {
        #expect(!Snapshot(Badge(count: 0)).text.contains("0"))
    }
}
