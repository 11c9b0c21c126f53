// SPDX-License-Identifier: Apache-2.0

extension Endpoints {
    /// The sounds that commands take.
    public static let sounds = Endpoint<DeviceChoice, [SoundDocument]>(
        get: "/v1/sounds", "The sounds that commands take, of all products or of one device."
    ) { $0.catalog.sounds }
    /// The colours that commands take by name.
    public static let colors = Endpoint<Empty, [ColorDocument]>(
        get: "/v1/colors", "The colours that commands take by name."
    ) { $0.catalog.colors }
    /// The templates.
    public static let templates = Endpoint<Empty, [TemplateDocument]>(
        get: "/v1/templates", "Routines, bedtimes and an alarm to start from."
    ) { $0.catalog.templates }
    /// One template.
    public static let template = Endpoint<TemplateSelection, TemplateDocument>(
        get: "/v1/templates/show", "What a template adds."
    ) { $0.catalog.template }
    /// Adds what a template has.
    public static let addTemplate = Endpoint<TemplateRequest, TemplateAdditionDocument>(
        post: "/v1/templates/add", "Adds what a template has to a device, or to each device of a group or to none.",
        grade: .admin
    ) { $0.catalog.addTemplate }
    /// When a rule happens.
    public static let explain = Endpoint<ExplainQuery, [ExplainedOccurrenceDocument]>(
        get: "/v1/explain", "When a rule happens, even when the clocks change."
    ) { $0.catalog.explain }
}
