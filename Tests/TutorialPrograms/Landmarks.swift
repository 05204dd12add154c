import SwiftUI

struct Landmark: Identifiable, Hashable {
    let id: Int
    var name: String
    var park: String
    var category: Category
    var isFavorite = false

    enum Category: String, CaseIterable, Identifiable {
        case lakes = "Lakes", rivers = "Rivers", mountains = "Mountains"
        var id: String { rawValue }
    }
}

@Observable
class LandmarkModel {
    var landmarks: [Landmark] = [
        Landmark(id: 1, name: "Turtle Rock", park: "Joshua Tree", category: .mountains, isFavorite: true),
        Landmark(id: 2, name: "Silver Lake", park: "Sierra", category: .lakes),
        Landmark(id: 3, name: "Blue River", park: "Grand", category: .rivers),
    ]

    subscript(id: Landmark.ID) -> Landmark? { landmarks.first { $0.id == id } }
}

struct FavoriteButton: View {
    @Binding var isSet: Bool

    var body: some View {
        Button {
            isSet.toggle()
        } label: {
            Label("Toggle Favorite", systemImage: isSet ? "star.fill" : "star")
                .labelStyle(.iconOnly)
                .foregroundStyle(isSet ? .yellow : .gray)
        }
    }
}

struct LandmarkDetail: View {
    @Environment(LandmarkModel.self) var model
    var landmark: Landmark

    var index: Int { model.landmarks.firstIndex(where: { $0.id == landmark.id })! }

    var body: some View {
        @Bindable var model = model

        ScrollView {
            Image("turtlerock")
                .resizable()
                .aspectRatio(contentMode: .fill)
                .frame(height: 60)
                .clipShape(Circle())
                .overlay { Circle().stroke(.white, lineWidth: 4) }
                .shadow(radius: 7)
            VStack(alignment: .leading) {
                HStack {
                    Text(landmark.name).font(.title)
                    FavoriteButton(isSet: $model.landmarks[index].isFavorite)
                }
                HStack {
                    Text(landmark.park)
                    Spacer()
                    Text(landmark.category.rawValue)
                }
                .font(.subheadline)
                .foregroundStyle(.secondary)
                Divider()
                Text("About \(landmark.name)").font(.title2)
            }
            .padding()
        }
        .navigationTitle(landmark.name)
        #if os(iOS)
            .navigationBarTitleDisplayMode(.inline)
        #endif
    }
}

struct LandmarkList: View {
    @Environment(LandmarkModel.self) private var model
    @State private var showFavoritesOnly = false
    @State private var filter: Landmark.Category?
    @State private var selection: Landmark.ID?
    @State private var columnVisibility = NavigationSplitViewVisibility.automatic

    var filtered: [Landmark] {
        model.landmarks.filter { landmark in
            (!showFavoritesOnly || landmark.isFavorite) && (filter == nil || landmark.category == filter)
        }
    }

    var body: some View {
        NavigationSplitView(columnVisibility: $columnVisibility) {
            List(selection: $selection) {
                Toggle(isOn: $showFavoritesOnly) { Text("Favorites only") }
                ForEach(filtered) { landmark in
                    NavigationLink(value: landmark.id) {
                        HStack {
                            Text(landmark.name)
                            Spacer()
                            if landmark.isFavorite {
                                Image(systemName: "star.fill").foregroundStyle(.yellow).imageScale(.medium)
                            }
                        }
                    }
                }
            }
            .animation(.default, value: filtered)
            .navigationTitle("Landmarks")
            .navigationSplitViewColumnWidth(min: 200, ideal: 250)
            .toolbar {
                ToolbarItem {
                    Menu {
                        Picker("Category", selection: $filter) {
                            Text("All").tag(nil as Landmark.Category?)
                            ForEach(Landmark.Category.allCases) { Text($0.rawValue).tag($0 as Landmark.Category?) }
                        }
                        .pickerStyle(.inline)
                    } label: {
                        Label("Filter", systemImage: "slider.horizontal.3")
                    }
                    .menuStyle(.borderlessButton)
                }
            }
        } detail: {
            if let selection, let landmark = model[selection] {
                LandmarkDetail(landmark: landmark)
            } else {
                ContentUnavailableView(
                    "Select a landmark", systemImage: "mountain.2", description: Text("Choose one from the list."))
            }
        }
        .navigationSplitViewStyle(.balanced)
    }
}

struct LandmarksProgram: App {
    @State private var model = LandmarkModel()

    var body: some Scene {
        WindowGroup {
            LandmarkList().environment(model)
        }
        #if !os(watchOS)
            .commands {
                SidebarCommands()
                CommandMenu("Landmark") {
                    Button("Toggle Favorite") { model.landmarks[0].isFavorite.toggle() }
                    .keyboardShortcut("f", modifiers: [.shift, .option])
                }
            }
        #endif
    }
}

#Preview {
    LandmarkList()
        .environment(LandmarkModel())
}
