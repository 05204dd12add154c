import FasciaUI
import Foundation
@_exported import FoundationNetworking

extension URLSession {
    /// Loads a URL for each subscriber.
    public func dataTaskPublisher(for url: URL) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
        dataTaskPublisher(for: URLRequest(url: url))
    }

    public func dataTaskPublisher(for request: URLRequest) -> AnyPublisher<(data: Data, response: URLResponse), URLError> {
        AnyPublisher { receiver in
            // Safe: the session calls the handler once, and nothing else uses the receiver after this line.
            nonisolated(unsafe) let receiver = receiver
            let task = self.dataTask(with: request) { data, response, error in
                if let data, let response {
                    receiver.value((data, response))
                    receiver.completion(.finished)
                } else {
                    receiver.completion(.failure(error as? URLError ?? URLError(.unknown)))
                }
            }
            task.resume()
            return AnyCancellable { task.cancel() }
        }
    }
}
