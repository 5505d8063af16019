import Basics
import Vault

extension ItemBuilder {
    /// Keeps what a reader does not know as hidden fields: it might be a secret.
    ///
    /// The members of an object become fields of their own.
    mutating func keepUnknown(_ name: String, _ value: JSONValue) {
        switch value {
        case .null: return
        case .array(let elements) where elements.isEmpty: return
        case .object(let object):
            for member in object.members {
                addOwn("\(name).\(member.name)", member.value.plainText, isConcealed: true)
            }
        default: addOwn(name, value.plainText, isConcealed: true)
        }
    }

    /// Keeps the members that are not `known` as hidden fields.
    mutating func keepUnknown(of object: JSONObject, besides known: Set<String>, prefix: String = "") {
        for member in object.members where !known.contains(member.name) {
            keepUnknown(prefix + member.name, member.value)
        }
    }

    /// A text; a number or truth value is taken as it is written, and anything else is kept as a hidden field.
    mutating func text(_ name: String, of object: JSONObject) -> String? {
        switch object[name] {
        case nil, .null: return nil
        case .array?, .object?:
            note(name, .keptAsWritten)
            addOwn(name, object[name]?.plainText ?? "", isConcealed: true)
            return nil
        case let value?: return value.plainText
        }
    }

    /// The elements of a list; any other value is kept as a hidden field.
    mutating func list(_ name: String, of object: JSONObject) -> [JSONValue] {
        guard let value = object[name], !value.isNull else { return [] }
        if let elements = value.elements { return elements }
        note(name, .keptAsWritten)
        keepUnknown(name, value)
        return []
    }

    /// The objects of a list; any other element is kept as a hidden field.
    mutating func objects(_ name: String, of object: JSONObject) -> [JSONObject] {
        var objects: [JSONObject] = []
        for element in list(name, of: object) {
            if let members = element.members {
                objects.append(members)
            } else if !element.isNull {
                note(name, .keptAsWritten)
                keepUnknown(name, element)
            }
        }
        return objects
    }

    /// The instant that a number of seconds since 1970 is.
    mutating func seconds(_ name: String, of object: JSONObject) -> Timestamp? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let seconds = value.integer, UnixSeconds.range.contains(seconds) else {
            note(name, .unreadableDate)
            return nil
        }
        return Timestamp(seconds: seconds)
    }
}
