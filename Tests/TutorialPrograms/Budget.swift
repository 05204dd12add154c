import Charts
import Combine
import SwiftUI

struct MonthlySpending: Identifiable, Decodable {
    var id: String { month }
    let month: String
    let amount: Double
}

final class BudgetLoader: ObservableObject {
    @Published var months = [MonthlySpending(month: "Jan", amount: 120), MonthlySpending(month: "Feb", amount: 80)]
    @Published var message = ""
    private var cancellables = Set<AnyCancellable>()

    func load(from address: String) {
        guard let url = URL(string: address) else { return }
        URLSession.shared.dataTaskPublisher(for: url)
            .map(\.data)
            .decode(type: [MonthlySpending].self, decoder: JSONDecoder())
            .receive(on: DispatchQueue.main)
            .sink { [weak self] completion in
                if case .failure(let error) = completion {
                    self?.message = error is URLError ? "You are offline" : "Not a budget"
                }
            } receiveValue: { [weak self] in
                self?.months = $0
            }
            .store(in: &cancellables)
    }
}

struct BudgetView: View {
    @StateObject private var loader = BudgetLoader()
    @State private var showsShares = false
    @State private var selectedMonth: String?
    let address: String

    var body: some View {
        VStack {
            Picker("Show", selection: $showsShares) {
                Text("Months").tag(false)
                Text("Shares").tag(true)
            }
            .pickerStyle(.segmented)
            if showsShares {
                Chart(loader.months) { month in
                    SectorMark(angle: .value("Amount", month.amount), innerRadius: .ratio(0.6), angularInset: 2)
                        .foregroundStyle(by: .value("Month", month.month))
                }
            } else {
                Chart {
                    ForEach(loader.months) { month in
                        BarMark(x: .value("Month", month.month), y: .value("Amount", month.amount))
                            .annotation(position: .top) { Text(month.amount, format: .number) }
                    }
                    RuleMark(y: .value("Limit", 100))
                        .foregroundStyle(.red)
                        .lineStyle(StrokeStyle(lineWidth: 1, dash: [4]))
                }
                .chartYScale(domain: 0...200)
                .chartXAxis {
                    AxisMarks(values: .automatic) { value in
                        AxisGridLine()
                        AxisValueLabel { if let month = value.as(String.self) { Text(month) } }
                    }
                }
                .chartYAxis { AxisMarks(position: .leading) }
                .chartForegroundStyleScale(["Jan": Color.red, "Feb": Color.blue])
                .chartXSelection(value: $selectedMonth)
            }
            Button("Reload") { loader.load(from: address) }
            Text(loader.message)
        }
        .padding()
    }
}

#Preview { BudgetView(address: "https://example.com/budget.json") }
