// SPDX-License-Identifier: Apache-2.0

extension FuzzTarget {
    static let footers = [
        "EST5EDT,M3.2.0,M11.1.0", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "IST-1GMT0,M10.5.0,M3.5.0/1", "UTC0",
        "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", "EET-2EEST,M3.4.4/50,M10.4.4/50",
        "CET-1CEST-2:30:15,J60/167:59:59,365/-167", "AAA24BBB-24,J1/-167,J365/167", "XXX3EDT4,0/0,J365/23", "",
    ].map { Array($0.utf8) }

    /// A file without transitions up to where its footer begins.
    static let fileBeforeFooter = MadeZoneFile(footer: nil).bytes

    static let zoneFiles = [
        MadeZoneFile(version: 0, transitions: [(0, 1), (86_400, 0)], offsets: twoOffsets, names: names),
        MadeZoneFile(
            version: UInt8(ascii: "2"), transitions: [(-2_000_000_000, 1), (1_500_000_000, 0), (1_500_003_600, 1)],
            offsets: twoOffsets, names: names, footer: "ONE0TWO-24,M3.2.0,M11.1.0"),
        MadeZoneFile(
            version: UInt8(ascii: "4"), transitions: [(.min, 1), (0, 0), (1, 1), (2, 0), (.max, 1)],
            offsets: twoOffsets, names: names, leapSeconds: [(78_796_800, 1), (94_694_401, 2)], footer: ""),
        MadeZoneFile(offsets: [(-43_200, 0, 0)]),
        MadeZoneFile(
            transitions: (0..<60).map { (Int64($0) * 15_768_000, UInt8($0 % 2)) }, offsets: twoOffsets, names: names,
            footer: "ONE0TWO-24,J60/167,J300/-167"),
    ].map(\.bytes)

    private static let twoOffsets: [(seconds: Int32, isDaylightSaving: UInt8, nameStart: UInt8)] = [
        (0, 0, 0), (86_400, 1, 4),
    ]
    private static let names = Array("ONE\0TWO\0".utf8)

    static let texts = [
        "2027-03-14T07:30:00Z", "2027-03-14T07:30:00.123456789+05:45", "2027-03-14T02:30", "0001-01-01T00:00:00-23:59",
        "9999-12-31T23:59:59", "2028-02-29", "23:59:59", "07:00", "1h30m15s", "720h", "0s", "mon,tue,wed", "weekdays",
        "Sunday",
    ].map { Array($0.utf8) }
}
