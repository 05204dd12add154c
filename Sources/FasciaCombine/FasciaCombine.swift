@_exported import FasciaUI
