import SwiftUI

struct SizePreferenceKey: PreferenceKey {
    static var defaultValue: CGSize = .zero
    static func reduce(value: inout CGSize, nextValue: () -> CGSize) {
        value = nextValue()
    }
}

struct BoundsPreferenceKey: PreferenceKey {
    typealias Value = [Int: Anchor<CGRect>]
    static let defaultValue: Value = [:]
    static func reduce(value: inout Value, nextValue: () -> Value) {
        value.merge(nextValue()) { $1 }
    }
}

struct MaxWidthKey: PreferenceKey {
    static let defaultValue: CGFloat? = nil
    static func reduce(value: inout CGFloat?, nextValue: () -> CGFloat?) {
        guard let next = nextValue() else { return }
        value = max(value ?? 0, next)
    }
}

extension View {
    func readSize(onChange: @escaping (CGSize) -> Void) -> some View {
        background(
            GeometryReader { proxy in
                Color.clear
                    .preference(key: SizePreferenceKey.self, value: proxy.size)
            }
        )
        .onPreferenceChange(SizePreferenceKey.self, perform: onChange)
    }
}

struct Star: Shape {
    var corners: Int
    var smoothness: Double

    var animatableData: AnimatablePair<Double, Double> {
        get { AnimatablePair(Double(corners), smoothness) }
        set {
            corners = Int(newValue.first)
            smoothness = newValue.second
        }
    }

    func path(in rect: CGRect) -> Path {
        guard corners >= 2 else { return Path() }
        let center = CGPoint(x: rect.width / 2, y: rect.height / 2)
        var angle = -CGFloat.pi / 2
        let step = .pi * 2 / Double(corners * 2)
        var path = Path()
        path.move(to: CGPoint(x: center.x * cos(angle), y: center.y * sin(angle)))
        for corner in 0..<corners * 2 {
            let scale = corner.isMultiple(of: 2) ? 1 : smoothness
            path.addLine(to: CGPoint(x: center.x * cos(angle) * scale, y: center.y * sin(angle) * scale))
            angle += step
        }
        path.closeSubpath()
        return path.applying(CGAffineTransform(translationX: center.x, y: center.y))
    }
}

struct Arc: InsettableShape {
    var startAngle: Angle
    var endAngle: Angle
    var insetAmount = 0.0

    func path(in rect: CGRect) -> Path {
        Path { path in
            path.addArc(
                center: CGPoint(x: rect.midX, y: rect.midY), radius: rect.width / 2 - insetAmount, startAngle: startAngle,
                endAngle: endAngle, clockwise: false)
        }
    }

    func inset(by amount: CGFloat) -> some InsettableShape {
        var arc = self
        arc.insetAmount += amount
        return arc
    }
}

struct BadgePicker: View {
    @State private var selected = 0
    @State private var labelWidth: CGFloat?
    private let titles = ["Day", "Week", "Month"]

    var body: some View {
        HStack(spacing: 12) {
            ForEach(titles.indices, id: \.self) { index in
                Button(titles[index]) {
                    withAnimation(.easeInOut) { selected = index }
                }
                .buttonStyle(.plain)
                .padding(4)
                .anchorPreference(key: BoundsPreferenceKey.self, value: .bounds) { [index: $0] }
            }
        }
        .overlayPreferenceValue(BoundsPreferenceKey.self) { preferences in
            GeometryReader { geometry in
                if let anchor = preferences[selected] {
                    let rect = geometry[anchor]
                    RoundedRectangle(cornerRadius: 4)
                        .stroke(.tint, lineWidth: 2)
                        .frame(width: rect.width, height: rect.height)
                        .offset(x: rect.minX, y: rect.minY)
                        .allowsHitTesting(false)
                }
            }
        }
    }
}

struct AnimationsView: View {
    @State private var corners = 5.0
    @State private var smoothness = 0.5
    @State private var isFlipped = false
    @State private var scale: CGFloat = 1
    @State private var angle = Angle.zero
    @State private var phase = 0
    @State private var textSize = CGSize.zero
    @State private var path: [CGPoint] = []
    @State private var offset = CGSize.zero

    enum BouncePhase: CaseIterable { case idle, up, down }

    struct KeyframeValues {
        var scale = 1.0
        var rotation = Angle.zero
        var y = 0.0
    }

    var body: some View {
        GeometryReader { geometry in
            ScrollView([.vertical]) {
                VStack(spacing: 20) {
                    Text("Width \(geometry.size.width, specifier: "%.0f"), top \(geometry.safeAreaInsets.top.formatted())")
                        .readSize { textSize = $0 }
                    Text("Text is \(Int(textSize.width)) wide")

                    Star(corners: Int(corners), smoothness: smoothness)
                        .fill(.yellow.gradient)
                        .overlay(Star(corners: Int(corners), smoothness: smoothness).stroke(.orange, lineWidth: 2))
                        .frame(width: geometry.size.width / 3, height: 120)
                        .rotation3DEffect(.degrees(isFlipped ? 180 : 0), axis: (x: 0, y: 1, z: 0))
                        .animation(.default.repeatCount(3, autoreverses: true), value: isFlipped)
                    Slider(value: $corners, in: 2...12, step: 1) { Text("Corners") }
                    Slider(value: $smoothness, in: 0.1...1.0) { Text("Smoothness") }
                    Button("Flip") { isFlipped.toggle() }

                    Arc(startAngle: .degrees(0), endAngle: .degrees(270))
                        .strokeBorder(AngularGradient(gradient: Gradient(colors: [.red, .blue]), center: .center), lineWidth: 10)
                        .frame(width: 80, height: 80)

                    PhaseAnimator(BouncePhase.allCases, trigger: phase) { value in
                        Image(systemName: "arrow.up")
                            .offset(y: value == .up ? -10 : 0)
                    } animation: { phase in
                        phase == .up ? .spring(bounce: 0.5) : .easeOut
                    }
                    Button("Bounce") { phase += 1 }

                    Image(systemName: "heart.fill")
                        .keyframeAnimator(initialValue: KeyframeValues(), trigger: phase) { content, value in
                            content
                                .scaleEffect(value.scale)
                                .rotationEffect(value.rotation)
                                .offset(y: value.y)
                        } keyframes: { _ in
                            KeyframeTrack(\.scale) {
                                SpringKeyframe(1.5, duration: 0.2)
                                LinearKeyframe(1, duration: 0.2)
                            }
                            KeyframeTrack(\.rotation) {
                                CubicKeyframe(.degrees(20), duration: 0.2)
                                CubicKeyframe(.zero, duration: 0.2)
                            }
                        }

                    BadgePicker()

                    Circle()
                        .fill(RadialGradient(colors: [.white, .blue], center: .center, startRadius: 0, endRadius: 40))
                        .frame(width: 80, height: 80)
                        .scaleEffect(scale)
                        .rotationEffect(angle)
                        .offset(offset)
                        .gesture(
                            MagnifyGesture()
                                .onChanged { scale = $0.magnification }
                                .simultaneously(with: RotateGesture().onChanged { angle = $0.rotation })
                        )
                        .highPriorityGesture(
                            LongPressGesture(minimumDuration: 0.3)
                                .sequenced(before: DragGesture(coordinateSpace: .named("canvas")))
                                .onEnded { value in
                                    switch value {
                                    case .second(true, let drag?): offset = drag.translation
                                    default: break
                                    }
                                }
                        )

                    Canvas { context, size in
                        let rect = CGRect(origin: .zero, size: size).insetBy(dx: 2, dy: 2)
                        context.fill(Path(roundedRect: rect, cornerRadius: 8), with: .color(.blue.opacity(0.2)))
                        context.stroke(Path(ellipseIn: rect), with: .color(.blue), lineWidth: 2)
                        context.draw(Text("Canvas"), at: CGPoint(x: size.width / 2, y: size.height / 2))
                        var line = Path()
                        line.addLines(path)
                        context.stroke(line, with: .foreground)
                    }
                    .frame(height: 100)
                    .drawingGroup()
                    .coordinateSpace(.named("canvas"))
                    .visualEffect { content, proxy in
                        content.opacity(proxy.frame(in: .scrollView).minY < 0 ? 0.5 : 1)
                    }
                    .scrollTransition { content, phase in
                        content.opacity(phase.isIdentity ? 1 : 0.3)
                    }

                    ScrollView(.horizontal) {
                        HStack {
                            ForEach(0..<5) { item in
                                Text("Page \(item)")
                                    .frame(width: 120, height: 40)
                                    .background(.mint, in: .capsule)
                                    .rotationEffect(.degrees(Double(item)))
                            }
                        }
                        .scrollTargetLayout()
                    }
                    .scrollTargetBehavior(.viewAligned)
                    .scrollIndicators(.never)
                    .mask(
                        LinearGradient(
                            stops: [.init(color: .clear, location: 0), .init(color: .black, location: 0.1)], startPoint: .leading,
                            endPoint: .trailing)
                    )
                    .blur(radius: isFlipped ? 2 : 0)
                    .saturation(0.8)
                    .blendMode(.multiply)
                    .compositingGroup()
                }
                .frame(maxWidth: .infinity)
            }
        }
        .background(Color(red: 0.95, green: 0.95, blue: 1.0).ignoresSafeArea())
    }
}

struct GeometryApp: App {
    var body: some Scene {
        WindowGroup { AnimationsView() }
    }
}

#Preview { AnimationsView() }
