import API

extension RouteCall {
    /// The value of a parameter that the path has, or that the query must have.
    ///
    /// - Throws: `request.invalid` with one fault when there is none, or none that the table allows.
    package func value<Value>(_ parameter: Parameter<Value>) throws(BodyError) -> Value {
        try parameter.value(of: parameters[parameter.name])
    }

    /// The value of a parameter that the path has; `failure` for one that names nothing here.
    package func value<Value, Failure: Error>(
        _ parameter: Parameter<Value>, or failure: Failure
    ) throws(Failure) -> Value {
        do { return try parameter.value(of: parameters[parameter.name]) } catch { throw failure }
    }

    /// The value of a parameter that the query may have, or nil.
    ///
    /// - Throws: `request.invalid` with one fault when there is one that the table does not allow.
    package func optional<Value>(_ parameter: Parameter<Value>) throws(BodyError) -> Value? {
        parameters[parameter.name] == nil ? nil : try value(parameter)
    }
}
