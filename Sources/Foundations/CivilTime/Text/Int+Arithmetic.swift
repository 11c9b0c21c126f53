// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}

extension Int {
    /// The magnitude in decimal digits with leading zeros.
    public func padded(to width: Int) -> String {
        let digits = String(magnitude)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    /// Quotient and remainder of a division rounded towards minus infinity; the divisor must be positive.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
