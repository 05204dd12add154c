import Charts
import SwiftUI

struct Expense: Identifiable {
    let id = UUID()
    var name: String
    var amount: Double
    var category: String
    var date: Date
}

@Observable final class ExpenseStore {
    var expenses: [Expense] = []
    var currency = Locale.current.currency?.identifier ?? "USD"

    var total: Double { expenses.reduce(0) { $0 + $1.amount } }
    var byCategory: [(category: String, amount: Double)] {
        Dictionary(grouping: expenses, by: \.category)
            .map { ($0.key, $0.value.reduce(0) { $0 + $1.amount }) }
            .sorted { $0.1 > $1.1 }
    }
}

struct ExpensesView: View {
    @State private var store = ExpenseStore()
    @State private var isAdding = false
    @State private var sortOrder = [KeyPathComparator(\Expense.amount, order: .reverse)]
    @State private var selection = Set<Expense.ID>()

    var body: some View {
        NavigationStack {
            VStack {
                if store.expenses.isEmpty {
                    ContentUnavailableView {
                        Label("No expenses", systemImage: "creditcard")
                    } description: {
                        Text("Add your first expense.")
                    } actions: {
                        Button("Add an expense") { isAdding = true }.buttonStyle(.borderedProminent)
                    }
                } else {
                    Chart(store.byCategory, id: \.category) { item in
                        BarMark(x: .value("Category", item.category), y: .value("Amount", item.amount))
                            .foregroundStyle(by: .value("Category", item.category))
                    }
                    .chartLegend(.hidden)
                    .frame(height: 120)
                    Table(store.expenses.sorted(using: sortOrder), selection: $selection, sortOrder: $sortOrder) {
                        TableColumn("Name", value: \.name)
                        TableColumn("Amount", value: \.amount) { expense in
                            Text(expense.amount, format: .currency(code: store.currency))
                        }
                        TableColumn("Category", value: \.category)
                    }
                    Text("Total: \(store.total, format: .currency(code: store.currency))")
                        .font(.headline)
                        .padding(.bottom)
                }
            }
            .navigationTitle("Expenses")
            .toolbar {
                Button("Add", systemImage: "plus") { isAdding = true }
                    .keyboardShortcut("n")
            }
            .sheet(isPresented: $isAdding) {
                AddExpenseView(store: store)
            }
        }
    }
}

struct AddExpenseView: View {
    @Bindable var store: ExpenseStore
    @Environment(\.dismiss) private var dismiss
    @State private var name = ""
    @State private var amount = 0.0
    @State private var category = "Food"
    @State private var date = Date.now
    let categories = ["Food", "Travel", "Home"]

    var body: some View {
        NavigationStack {
            Form {
                TextField("Name", text: $name)
                TextField("Amount", value: $amount, format: .number.precision(.fractionLength(2)))
                    .keyboardType(.decimalPad)
                Picker("Category", selection: $category) {
                    ForEach(categories, id: \.self, content: Text.init)
                }
                .pickerStyle(.segmented)
                DatePicker("Date", selection: $date, displayedComponents: .date)
                    .datePickerStyle(.compact)
            }
            .navigationTitle("New expense")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel", role: .cancel) { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") {
                        store.expenses.append(Expense(name: name, amount: amount, category: category, date: date))
                        dismiss()
                    }
                    .disabled(name.isEmpty || amount <= 0)
                }
            }
        }
        .interactiveDismissDisabled(!name.isEmpty)
    }
}

#Preview {
    ExpensesView()
}

#Preview("Add") {
    @Previewable @State var store = ExpenseStore()
    AddExpenseView(store: store)
}
