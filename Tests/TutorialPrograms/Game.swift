import SwiftUI

struct MemoryGame<CardContent> where CardContent: Equatable {
    struct Card: Identifiable, Equatable {
        var isFaceUp = false
        var isMatched = false
        let content: CardContent
        let id: Int
    }

    private(set) var cards: [Card]
    private(set) var score = 0
    private var indexOfTheOnlyFaceUpCard: Int? {
        get { cards.indices.filter { cards[$0].isFaceUp && !cards[$0].isMatched }.only }
        set { cards.indices.forEach { cards[$0].isFaceUp = (newValue == $0) || cards[$0].isMatched } }
    }

    init(numberOfPairs: Int, content: (Int) -> CardContent) {
        cards = []
        for pair in 0..<numberOfPairs {
            cards.append(Card(content: content(pair), id: pair * 2))
            cards.append(Card(content: content(pair), id: pair * 2 + 1))
        }
    }

    mutating func choose(_ card: Card) {
        guard let chosen = cards.firstIndex(where: { $0.id == card.id }), !cards[chosen].isFaceUp else { return }
        if let other = indexOfTheOnlyFaceUpCard {
            if cards[chosen].content == cards[other].content {
                cards[chosen].isMatched = true
                cards[other].isMatched = true
                score += 2
            }
            cards[chosen].isFaceUp = true
        } else {
            indexOfTheOnlyFaceUpCard = chosen
        }
    }
}

extension Array { var only: Element? { count == 1 ? first : nil } }

class EmojiMemoryGame: ObservableObject {
    private static let emojis = ["A", "B", "C"]
    private static func create() -> MemoryGame<String> { MemoryGame(numberOfPairs: 3) { emojis[$0] } }
    @Published private var model = create()

    var cards: [MemoryGame<String>.Card] { model.cards }
    var score: Int { model.score }
    func choose(_ card: MemoryGame<String>.Card) { model.choose(card) }
    func restart() { model = Self.create() }
}

struct EmojiMemoryGameView: View {
    @ObservedObject var viewModel: EmojiMemoryGame
    @State private var dragOffset = CGSize.zero
    @GestureState private var magnification: CGFloat = 1
    @State private var isShowingHelp = false
    @State private var isConfirming = false

    var body: some View {
        VStack {
            HStack {
                Text("Score: \(viewModel.score)").animation(nil, value: viewModel.score)
                Spacer()
                Button {
                    isShowingHelp.toggle()
                } label: {
                    Image(systemName: "questionmark.circle")
                }
                .accessibilityLabel("Help")
                .popover(isPresented: $isShowingHelp) { Text("Find the pairs").padding() }
            }
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 65), spacing: 0)], spacing: 0) {
                ForEach(viewModel.cards) { card in
                    CardView(card: card)
                        .aspectRatio(2 / 3, contentMode: .fit)
                        .padding(4)
                        .onTapGesture { withAnimation { viewModel.choose(card) } }
                        .transition(.asymmetric(insertion: .scale, removal: .opacity))
                        .zIndex(Double(card.id))
                }
            }
            .foregroundColor(.orange)
            Button("Restart", role: .destructive) { isConfirming = true }
                .confirmationDialog("Start again?", isPresented: $isConfirming, titleVisibility: .visible) {
                    Button("Restart the game", role: .destructive) { viewModel.restart() }
                }
        }
        .padding()
        .gesture(DragGesture().onChanged { dragOffset = $0.translation }.onEnded { _ in dragOffset = .zero })
        .statusBar(hidden: true)
        .persistentSystemOverlays(.hidden)
    }
}

struct Cardify: AnimatableModifier {
    var rotation: Double
    init(isFaceUp: Bool) { rotation = isFaceUp ? 0 : 180 }
    var animatableData: Double {
        get { rotation }
        set { rotation = newValue }
    }

    func body(content: Content) -> some View {
        ZStack {
            let shape = RoundedRectangle(cornerRadius: 10)
            if rotation < 90 {
                shape.fill(.white)
                shape.strokeBorder(lineWidth: 3)
            } else {
                shape.fill()
            }
            content.opacity(rotation < 90 ? 1 : 0)
        }
        .rotation3DEffect(.degrees(rotation), axis: (0, 1, 0))
    }
}

struct CardView: View {
    let card: MemoryGame<String>.Card

    var body: some View {
        GeometryReader { geometry in
            ZStack {
                Pie(startAngle: .degrees(-90), endAngle: .degrees(20)).padding(4).opacity(0.5)
                Text(card.content).font(.system(size: min(geometry.size.width, geometry.size.height) * 0.7))
                    .rotationEffect(.degrees(card.isMatched ? 360 : 0))
                    .animation(.linear(duration: 1).repeatForever(autoreverses: false), value: card.isMatched)
            }
            .frame(maxWidth: .infinity, maxHeight: .infinity)
        }
        .modifier(Cardify(isFaceUp: card.isFaceUp))
    }
}

struct Pie: Shape {
    var startAngle: Angle
    var endAngle: Angle
    var clockwise = false

    var animatableData: AnimatablePair<Double, Double> {
        get { AnimatablePair(startAngle.radians, endAngle.radians) }
        set { startAngle = .radians(newValue.first); endAngle = .radians(newValue.second) }
    }

    func path(in rect: CGRect) -> Path {
        let center = CGPoint(x: rect.midX, y: rect.midY)
        let radius = min(rect.width, rect.height) / 2
        var p = Path()
        p.move(to: center)
        p.addLine(to: CGPoint(x: center.x + radius * cos(startAngle.radians), y: center.y + radius * sin(startAngle.radians)))
        p.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
        p.addLine(to: center)
        return p
    }
}

struct EmojiMemoryGameView_Previews: PreviewProvider {
    static var previews: some View {
        let game = EmojiMemoryGame()
        game.choose(game.cards.first!)
        return EmojiMemoryGameView(viewModel: game)
            .preferredColorScheme(.light)
    }
}
