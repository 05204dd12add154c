import FasciaModel

extension Coordinator.ModalStyle {
    var model: FasciaModel.ModalStyle {
        switch self {
        case .sheet: .sheet
        case .cover: .cover
        case .alert: .alert
        }
    }
}

extension Coordinator.Mode {
    var model: Target.Mode {
        switch self {
        case .reset: .reset
        case .push: .push
        case .popToOrPush: .popToOrPush
        }
    }
}
