import FasciaDocument

extension AskedQuestion {
    /// A question in an exported state.
    public static let schema = Schema.record(
        AskedQuestion(request: QuestionRequest(), asker: .nobody),
        [
            .required("question", \.request, QuestionRequest.keptSchema, "In the form of ask.open."),
            .required("asker", \.asker, Person.schema, "Who has asked it."),
            .defaulted("state", \.state, .oneOf, default: .open, "How it has ended."),
            .optional("answer", \.answer, .any, "The answer, unless it is secret."),
            .optional("by", \.answerer, Person.schema, "Who has answered."),
            .optional("deadline", \.deadline, BootTime.questionSchema, "When its time is over."),
            .defaulted("takesDefault", \.takesDefault, .bool, default: false, "Whether the default is the answer then."),
        ])
}

extension AskedQuestion.Person {
    fileprivate static let schema = Schema.record(
        nobody,
        [
            .optional("uid", \.uid, .int(0 ... .max), "The user."),
            .required("client", \.client, .int(0 ... .max), "The number of the connection."),
            .required("program", \.program, .string, "The program, with its process."),
            .required("time", \.time, .int(0 ... .max), "In milliseconds since 1970."),
        ])
}

extension BootTime {
    fileprivate static let questionSchema = Schema.record(
        BootTime(boot: "", milliseconds: 0),
        [
            .required("boot", \.boot, .string, "Differs after each start of the machine."),
            .required("milliseconds", \.milliseconds, .int(0 ... .max), "Since the machine was started."),
        ])
}
