// The reader of YAML, with the places of mistakes.
@_exported import FasciaYAML
