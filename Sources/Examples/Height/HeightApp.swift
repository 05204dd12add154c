import FasciaUI

/// A height in one picker: metres, a comma, centimetres and the unit, each with elements of its own type.
@main struct HeightApp: App {
    var body: some Scene {
        WindowGroup("Height") { HeightView() }
    }
}

enum HeightUnit: String, CaseIterable {
    case metres = "m"
    case yards = "yd"
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

struct HeightView: View {
    @State private var metres = 1
    @State private var centimetres: Int?
    @State private var unit = HeightUnit.metres

    var body: some View {
        VStack(alignment: .leading) {
            Text("A height in one picker, each wheel of its own type.")
            PickerView("Height") {
                PickerComponent("Metres", elements: 0...2, selection: $metres)
                ","
                PickerComponent(
                    "Centimetres", elements: 0..<100, selection: $centimetres, initialValue: 85,
                    label: twoDigits)
                PickerComponent("Unit", elements: HeightUnit.allCases, selection: $unit, label: \.rawValue)
            }
            .pickerViewStyle(.primary(tintColor: .orange))
            Text(centimetres.map { "Chosen: \(metres),\(twoDigits($0)) \(unit.rawValue)" } ?? "Nothing chosen")
        }
    }
}
