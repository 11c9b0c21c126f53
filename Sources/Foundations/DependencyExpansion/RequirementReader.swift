// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Reads one element of a list of requirements, and reports what it cannot read.
struct RequirementReader<Context: MacroExpansionContext> {
    let list: RequirementList
    let context: Context

    /// The readable parts of the element; `nil` if its type is unclear.
    func read(_ element: ExprSyntax) -> ListedRequirement? {
        guard let call = element.as(FunctionCallExprSyntax.self) else { return readBareType(element) }
        guard let isFlawed = readCallee(call) else { return nil }
        guard let first = call.arguments.first, first.label == nil else {
            context.report(.missingType(wrapper: list.wrapper), at: call)
            return nil
        }
        guard let type = readType(first.expression) else { return nil }
        return read(call, of: type.type, isFlawed: isFlawed || type.isFlawed)
    }

    /// Whether the callee was reported; `nil` if the call does not make a requirement.
    private func readCallee(_ call: FunctionCallExprSyntax) -> Bool? {
        let callee = call.calledExpression
        let access = callee.as(MemberAccessExprSyntax.self)
        let name = callee.as(DeclReferenceExprSyntax.self) ?? access?.declName
        switch name?.baseName.text {
        case list.wrapper:
            return false
        case "Requirement", "InputRequirement":
            context.report(.wrongWrapper(list), at: callee, fixIt: .replacing(callee, with: list.wrapper))
            return true
        case "init" where ["", "Requirement", "InputRequirement"].contains(access?.base?.trimmedDescription ?? ""):
            let type = call.arguments.first?.expression.metatypeBase
            context.report(
                .notARequirement(wrapper: list.wrapper, type: type?.expression), at: callee,
                fixIt: .replacing(callee, with: list.wrapper))
            return true
        default:
            context.report(.notARequirement(wrapper: list.wrapper, type: nil), at: call)
            return nil
        }
    }

    private func readBareType(_ element: ExprSyntax) -> ListedRequirement? {
        guard let type = element.metatypeBase ?? element.bareType else {
            context.report(.notARequirement(wrapper: list.wrapper, type: nil), at: element)
            return nil
        }
        let fixIt = FixItEdit.replacing(element, with: "\(list.wrapper)(\(type.metatype))")
        context.report(.notARequirement(wrapper: list.wrapper, type: type.expression), at: element, fixIt: fixIt)
        let arguments = [type.metatype] + location(of: element)
        return ListedRequirement(
            list: list, type: type, node: element, lastIdentifyingArgument: nil, key: nil, name: .derived,
            isFlawed: true, call: "\(list.wrapper)(\(arguments.joined(separator: ", ")))")
    }

    private func readType(_ argument: ExprSyntax) -> (type: ListedType, isFlawed: Bool)? {
        if let type = argument.metatypeBase { return (type, false) }
        let type = argument.bareType
        context.report(
            .notAType(argument.trimmedDescription), at: argument,
            fixIt: type.map { .replacing(argument, with: $0.metatype) })
        return type.map { ($0, true) }
    }

    private func read(_ call: FunctionCallExprSyntax, of type: ListedType, isFlawed: Bool) -> ListedRequirement {
        let others = call.arguments.dropFirst()
        func argument(_ label: String) -> ExprSyntax? {
            others.first { $0.label?.text == label }?.expression
        }
        let key = argument("key").flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0 }
        let arguments =
            [type.metatype]
            + others.filter { $0.label?.text != "fileID" && $0.label?.text != "line" }.map(\.spelled)
            + location(of: ExprSyntax(call), fileID: argument("fileID"), line: argument("line"))
        return ListedRequirement(
            list: list, type: type, node: ExprSyntax(call),
            lastIdentifyingArgument: argument("key") ?? call.arguments.first?.expression, key: key,
            name: readName(argument("accessorName")), isFlawed: isFlawed,
            call: "\(list.wrapper)(\(arguments.joined(separator: ", ")))")
    }

    private func readName(_ argument: ExprSyntax?) -> ListedRequirement.Name {
        guard let argument, !argument.is(NilLiteralExprSyntax.self) else { return .derived }
        guard let text = argument.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
            context.report(.accessorNameNotLiteral, at: argument)
            return .unreadable
        }
        guard let name = AccessorName(text) else {
            context.report(.accessorNameNotIdentifier(text), at: argument)
            return .unreadable
        }
        return .chosen(name, at: argument)
    }

    /// The source location of the element, so that errors at run time show it and not the expansion.
    private func location(of element: ExprSyntax, fileID: ExprSyntax? = nil, line: ExprSyntax? = nil) -> [String] {
        let place = context.location(of: element, at: .afterLeadingTrivia, filePathMode: .fileID)
        return [
            (fileID ?? place?.file).map { "fileID: \($0.trimmedDescription)" },
            (line ?? place?.line).map { "line: \($0.trimmedDescription)" },
        ].compactMap(\.self)
    }
}

extension LabeledExprSyntax {
    /// Without its comma.
    fileprivate var spelled: String {
        (label.map { "\($0.text): " } ?? "") + expression.trimmedDescription
    }
}
