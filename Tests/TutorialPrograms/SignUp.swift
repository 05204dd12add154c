import SwiftUI
import Combine

class SignUpViewModel: ObservableObject {
    @Published var email = ""
    @Published var password = ""
    @Published var passwordAgain = ""
    @Published var birthday = Calendar.current.date(from: DateComponents(year: 2000, month: 1, day: 15)) ?? Date()
    @Published var bio = ""
    @Published var acceptsTerms = false

    @Published private(set) var emailMessage = ""
    @Published private(set) var passwordMessage = ""
    @Published private(set) var isValid = false

    private var cancellableSet: Set<AnyCancellable> = []

    private var isEmailValidPublisher: AnyPublisher<Bool, Never> {
        $email
            .debounce(for: .milliseconds(10), scheduler: RunLoop.main)
            .removeDuplicates()
            .map { $0.contains("@") && $0.contains(".") }
            .eraseToAnyPublisher()
    }

    private enum PasswordCheck { case valid, empty, tooShort, noMatch }

    private var passwordPublisher: AnyPublisher<PasswordCheck, Never> {
        Publishers.CombineLatest($password, $passwordAgain)
            .map { password, again in
                if password.isEmpty { return .empty }
                if password.count < 8 { return .tooShort }
                if password != again { return .noMatch }
                return .valid
            }
            .eraseToAnyPublisher()
    }

    init() {
        isEmailValidPublisher
            .receive(on: DispatchQueue.main)
            .map { $0 ? "" : "The address is not complete" }
            .assign(to: \.emailMessage, on: self)
            .store(in: &cancellableSet)
        passwordPublisher
            .map { check in
                switch check {
                case .valid: return ""
                case .empty: return "The password is empty"
                case .tooShort: return "The password is too short"
                case .noMatch: return "The passwords differ"
                }
            }
            .assign(to: \.passwordMessage, on: self)
            .store(in: &cancellableSet)
        Publishers.CombineLatest3(isEmailValidPublisher, passwordPublisher, $acceptsTerms)
            .map { $0 && $1 == .valid && $2 }
            .receive(on: RunLoop.main)
            .assign(to: &$isValid)
    }
}

struct SignUpForm: View {
    @ObservedObject var viewModel: SignUpViewModel
    @State private var presentingWelcome = false
    @FocusState private var focus: Field?

    enum Field: Hashable { case email, password, again }

    private var range: ClosedRange<Date> {
        let calendar = Calendar.current
        return calendar.date(from: DateComponents(year: 1900, month: 1, day: 1))!...Date.now
    }

    var body: some View {
        NavigationView {
            Form {
                Section(header: Text("Email"), footer: Text(viewModel.emailMessage).foregroundColor(.red)) {
                    TextField("Email", text: $viewModel.email)
                        .keyboardType(.emailAddress)
                        .textContentType(.emailAddress)
                        .autocapitalization(.none)
                        .focused($focus, equals: .email)
                        .submitLabel(.next)
                }
                Section(header: Text("Password"), footer: Text(viewModel.passwordMessage).foregroundColor(.red)) {
                    SecureField("Password", text: $viewModel.password).focused($focus, equals: .password)
                    SecureField("Password again", text: $viewModel.passwordAgain).focused($focus, equals: .again)
                }
                Section("About you") {
                    DatePicker("Birthday", selection: $viewModel.birthday, in: range, displayedComponents: [.date])
                    TextEditor(text: $viewModel.bio)
                        .frame(minHeight: 64)
                        .accessibilityLabel("Bio")
                    Toggle("I accept the terms", isOn: $viewModel.acceptsTerms)
                }
                Section {
                    Button(action: { presentingWelcome = true }) {
                        Text("Sign up").frame(maxWidth: .infinity)
                    }
                    .buttonStyle(.borderedProminent)
                    .disabled(!viewModel.isValid)
                }
            }
            .navigationBarTitle("Sign up", displayMode: .large)
            .navigationBarItems(
                trailing: Button("Clear") {
                    viewModel.email = ""
                    viewModel.password = ""
                }
            )
            .onAppear { focus = .email }
        }
        .sheet(isPresented: $presentingWelcome) {
            WelcomeView(email: viewModel.email)
                .presentationDetents([.medium, .large])
                .presentationDragIndicator(.visible)
        }
    }
}

struct WelcomeView: View {
    let email: String
    @Environment(\.presentationMode) var presentationMode

    var body: some View {
        VStack(spacing: 20) {
            Text("Welcome, \(email)!").font(.largeTitle).minimumScaleFactor(0.5)
            Button("Start") { presentationMode.wrappedValue.dismiss() }
        }
        .padding()
    }
}

struct SignUpForm_Previews: PreviewProvider {
    static var previews: some View {
        SignUpForm(viewModel: SignUpViewModel())
    }
}
