import Foundation
import SwiftUI

struct Forecast: Decodable, Identifiable {
    let id: Int
    let day: String
    let low: Double
    let high: Double
}

enum LoadingState<Value> {
    case idle
    case loading
    case failed(Error)
    case loaded(Value)
}

protocol ForecastService {
    func forecasts() async throws -> [Forecast]
}

struct StubService: ForecastService {
    var fails = false
    struct Unreachable: LocalizedError { var errorDescription: String? { "The service cannot be reached" } }
    func forecasts() async throws -> [Forecast] {
        if fails { throw Unreachable() }
        return [Forecast(id: 1, day: "Monday", low: 10, high: 21.5), Forecast(id: 2, day: "Tuesday", low: 12, high: 24)]
    }
}

@MainActor
class WeatherViewModel: ObservableObject {
    @Published private(set) var state = LoadingState<[Forecast]>.idle
    private let service: any ForecastService
    init(service: any ForecastService = StubService()) { self.service = service }

    func load() async {
        state = .loading
        do {
            state = .loaded(try await service.forecasts())
        } catch {
            state = .failed(error)
        }
    }
}

struct WeatherView: View {
    @StateObject var viewModel: WeatherViewModel
    @AppStorage("weather/fahrenheit") private var usesFahrenheit = false
    @SceneStorage("weather/day") private var selectedDay: String?
    @State private var error: StubService.Unreachable?

    init(service: any ForecastService = StubService()) {
        _viewModel = StateObject(wrappedValue: WeatherViewModel(service: service))
    }

    var body: some View {
        ZStack {
            LinearGradient(
                gradient: Gradient(colors: [.blue, Color(red: 0.2, green: 0.3, blue: 0.5)]), startPoint: .top, endPoint: .bottom
            )
            .edgesIgnoringSafeArea(.all)
            content
        }
        .task { await viewModel.load() }
    }

    @ViewBuilder private var content: some View {
        switch viewModel.state {
        case .idle:
            Color.clear.onAppear { print("idle") }
        case .loading:
            ProgressView("Loading…").progressViewStyle(CircularProgressViewStyle(tint: .white))
        case .failed(let error):
            VStack {
                Image(systemName: "exclamationmark.triangle").font(.system(size: 50)).symbolRenderingMode(.multicolor)
                Text(error.localizedDescription).multilineTextAlignment(.center)
                Button("Try again") { Task { await viewModel.load() } }
            }
        case .loaded(let forecasts):
            VStack(alignment: .leading) {
                Text("Forecast").font(.largeTitle.weight(.semibold)).foregroundColor(.white)
                ScrollView(.horizontal, showsIndicators: false) {
                    LazyHStack {
                        ForEach(forecasts) { forecast in
                            ForecastCard(forecast: forecast, usesFahrenheit: usesFahrenheit)
                                .onTapGesture { selectedDay = forecast.day }
                        }
                    }
                }
                Text(selectedDay ?? "No day")
                Toggle("Fahrenheit", isOn: $usesFahrenheit).toggleStyle(.switch).fixedSize()
            }
        }
    }
}

struct ForecastCard: View {
    let forecast: Forecast
    let usesFahrenheit: Bool

    private func text(_ value: Double) -> String {
        let celsius = Measurement(value: value, unit: UnitTemperature.celsius)
        let value = usesFahrenheit ? celsius.converted(to: .fahrenheit) : celsius
        return "\(Int(value.value.rounded()))°"
    }

    var body: some View {
        VStack(spacing: 4) {
            Text(LocalizedStringKey(forecast.day)).bold().lineLimit(1)
            HStack(alignment: .firstTextBaseline, spacing: 2) {
                Text(text(forecast.high))
                Text(text(forecast.low)).font(.caption).opacity(0.7)
            }
        }
        .padding(8)
        .background(RoundedRectangle(cornerRadius: 10).foregroundColor(Color.white.opacity(0.2)))
        .overlay(RoundedRectangle(cornerRadius: 10).strokeBorder(Color.white, lineWidth: 1))
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text("\(forecast.day), \(text(forecast.high))"))
        .accessibilityHint("Selects the day")
        .help("Select \(forecast.day)")
    }
}

struct WeatherView_Previews: PreviewProvider {
    static var previews: some View {
        WeatherView()
        WeatherView(service: StubService(fails: true)).previewDisplayName("Fails")
    }
}
