// SPDX-License-Identifier: Apache-2.0

public import DeviceModules
import HatchRest

extension ProductCatalogue {
    /// Every product that has a codec; a new one is one line here.
    public static let all = ProductCatalogue([
        HatchRestCodec()
    ])
}
