import FasciaDocument

extension ValueFormat {
    /// A number as text; `nil` for what is no finite number.
    public func text(_ value: JSON) -> String? {
        guard let number = value.doubleValue, number.isFinite else { return nil }
        switch kind {
        case .number:
            let text = grouped(number.decimals(digits) ?? number.displayed)
            return unit.map { text + " " + $0 } ?? text
        case .percent:
            let percent = value.intValue == nil ? number * 100 : number
            guard percent.isFinite else { return nil }
            return (percent.decimals(digits ?? 0) ?? percent.displayed) + " %"
        case .bytes: return bytes(number)
        case .duration:
            let text = duration(abs(number))
            let isZero = !text.contains { ("1"..."9").contains($0) }
            return (number < 0 && !isZero ? "-" : "") + text
        case .date: return LocalTime(seconds: number)?.minute
        }
    }

    /// `12345.6` becomes `12,345.6`.
    private func grouped(_ text: String) -> String {
        let whole = text.prefix { $0 == "-" || $0.isNumber }
        // A number with an exponent has no groups.
        guard whole.count > 4, !text.contains("e") else { return text }
        var digits = whole.drop { $0 == "-" }
        var groups: [Substring] = []
        while !digits.isEmpty {
            groups.insert(digits.suffix(3), at: 0)
            digits = digits.dropLast(3)
        }
        return (text.hasPrefix("-") ? "-" : "") + groups.joined(separator: ",") + text.dropFirst(whole.count)
    }

    /// With one decimal below 10, as in `df -h`.
    private func bytes(_ number: Double) -> String {
        var (number, unit) = (number, 0)
        let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        func decimals(_ number: Double) -> Int { unit == 0 ? 0 : digits ?? (abs(number) < 9.95 ? 1 : 0) }
        // Rounded first, so that 1023.9 KiB is 1.0 MiB and not 1024 KiB.
        while unit < units.count - 1, abs(number).rounded(toDecimals: decimals(number)) >= 1024 {
            number /= 1024
            unit += 1
        }
        return (number.decimals(decimals(number)) ?? number.displayed) + " " + units[unit]
    }

    private func duration(_ seconds: Double) -> String {
        if seconds < 60, let digits, let text = seconds.decimals(digits) { return text + " s" }
        guard seconds < 1e15 else { return seconds.displayed + " s" }
        let all = Int(seconds.rounded())
        let parts = [(all / 86_400, "d"), (all / 3_600 % 24, "h"), (all / 60 % 60, "min"), (all % 60, "s")]
        let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
        return parts[first...].prefix(2).filter { $0.0 > 0 || all == 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}

extension Double {
    /// With this number of decimals; `nil` if they are not known exactly, or left to the caller.
    fileprivate func decimals(_ digits: Int?) -> String? {
        guard let digits else { return nil }
        let unit = Double.tenTo(digits)
        guard abs(self) * unit < 9e15 else { return nil }
        let all = Int((self * unit).rounded())
        let sign = all < 0 ? "-" : ""
        guard digits > 0 else { return sign + String(all.magnitude) }
        let text = String(all.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
    }

    fileprivate func rounded(toDecimals digits: Int) -> Double {
        let unit = Double.tenTo(digits)
        return abs(self) * unit < 9e15 ? (self * unit).rounded() / unit : self
    }

    private static func tenTo(_ digits: Int) -> Double { (0..<max(0, digits)).reduce(1) { ten, _ in ten * 10 } }
}
