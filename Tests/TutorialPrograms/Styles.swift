import SwiftUI

struct CheckToggleStyle: ToggleStyle {
    func makeBody(configuration: Configuration) -> some View {
        Button {
            configuration.isOn.toggle()
        } label: {
            Label {
                configuration.label
            } icon: {
                Image(systemName: configuration.isOn ? "checkmark.circle.fill" : "circle")
                    .foregroundStyle(configuration.isOn ? Color.accentColor : .secondary)
                    .accessibility(label: Text(configuration.isOn ? "Checked" : "Unchecked"))
                    .imageScale(.large)
            }
        }
        .buttonStyle(PlainButtonStyle())
    }
}

struct CardGroupBoxStyle: GroupBoxStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading) {
            configuration.label.font(.headline)
            configuration.content
        }
        .padding()
        .background(Color(.systemGroupedBackground), in: RoundedRectangle(cornerRadius: 12, style: .continuous))
    }
}

struct VerticalLabeledContentStyle: LabeledContentStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading) {
            configuration.label
            configuration.content.foregroundStyle(.secondary)
        }
    }
}

extension LabeledContentStyle where Self == VerticalLabeledContentStyle {
    static var vertical: VerticalLabeledContentStyle { .init() }
}

struct ArrowDisclosureStyle: DisclosureGroupStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading) {
            Button {
                withAnimation { configuration.isExpanded.toggle() }
            } label: {
                HStack {
                    configuration.label
                    Spacer()
                    Text(configuration.isExpanded ? "hide" : "show")
                }
            }
            .buttonStyle(.plain)
            if configuration.isExpanded { configuration.content }
        }
    }
}

struct GaugeProgressStyle: ProgressViewStyle {
    var strokeColor = Color.blue
    var strokeWidth = 25.0

    func makeBody(configuration: Configuration) -> some View {
        let fractionCompleted = configuration.fractionCompleted ?? 0
        return ZStack {
            Circle()
                .trim(from: 0, to: fractionCompleted)
                .stroke(strokeColor, style: StrokeStyle(lineWidth: strokeWidth, lineCap: .round))
                .rotationEffect(.degrees(-90))
            Text(fractionCompleted, format: .percent)
        }
    }
}

struct BorderedFieldStyle: TextFieldStyle {
    func _body(configuration: TextField<Self._Label>) -> some View {
        configuration
            .padding(8)
            .background(RoundedRectangle(cornerRadius: 8).stroke(Color.gray, lineWidth: 1))
    }
}

struct CardModifier: ViewModifier {
    @Environment(\.isEnabled) private var isEnabled
    func body(content: Content) -> some View {
        content
            .padding()
            .background(.regularMaterial)
            .clipShape(.rect(cornerRadius: 10))
            .opacity(isEnabled ? 1 : 0.5)
    }
}

extension View {
    func card() -> some View { modifier(CardModifier()) }
    @ViewBuilder func `if`<Content: View>(_ condition: Bool, transform: (Self) -> Content) -> some View {
        if condition { transform(self) } else { self }
    }
}

struct StylesView: View {
    @State private var isOn = false
    @State private var progress = 0.25
    @State private var name = ""
    @State private var isExpanded = false
    @Namespace private var namespace

    var body: some View {
        ScrollView(.vertical, showsIndicators: false) {
            VStack(spacing: 16) {
                Toggle("Agree", isOn: $isOn).toggleStyle(CheckToggleStyle())
                GroupBox(label: Label("Progress", systemImage: "chart.bar")) {
                    ProgressView(value: progress).progressViewStyle(GaugeProgressStyle(strokeColor: .green)).frame(height: 96)
                    Button("More") { progress = min(1, progress + 0.25) }
                        .buttonStyle(.bordered)
                        .controlSize(.large)
                        .buttonBorderShape(.capsule)
                }
                .groupBoxStyle(CardGroupBoxStyle())
                LabeledContent("Name", value: name.isEmpty ? "nobody" : name).labeledContentStyle(.vertical)
                TextField("Enter a name", text: $name).textFieldStyle(BorderedFieldStyle())
                DisclosureGroup("Details", isExpanded: $isExpanded) {
                    Text("Here they are").matchedGeometryEffect(id: "details", in: namespace)
                }
                .disclosureGroupStyle(ArrowDisclosureStyle())
                Text("Gradient")
                    .foregroundStyle(LinearGradient(colors: [.red, .blue], startPoint: .leading, endPoint: .trailing))
                    .if(isOn) { $0.bold() }
                    .card()
                Rectangle()
                    .fill(AngularGradient(gradient: Gradient(colors: [.red, .yellow]), center: .center))
                    .frame(height: 16)
                    .mask(Capsule())
                Divider().overlay(Color.red)
                Text("Shadow").compositingGroup().shadow(color: .black.opacity(0.3), radius: 4, x: 0, y: 2)
            }
            .padding(.horizontal)
        }
        .background(Color("Background").ignoresSafeArea())
    }
}

struct StylesView_Previews: PreviewProvider {
    static var previews: some View {
        StylesView()
            .previewInterfaceOrientation(.landscapeLeft)
            .environment(\.sizeCategory, .extraLarge)
            .environment(\.locale, .init(identifier: "de"))
    }
}
