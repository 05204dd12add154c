import FasciaScene

extension RandomAccessCollection where Index == Int {
    /// The first index whose element fulfils the condition; `endIndex` if none does. The condition must hold for all
    /// elements after the first one that fulfils it.
    func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Range<Int> {
    func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
