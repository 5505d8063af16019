import Phone

/// The code of a report as the phone knows it; the server has a type of the same name.
typealias PhoneReportCode = ReportCode
