import SwiftUI

struct Song: Identifiable, Hashable, Transferable, Codable {
    var id = UUID()
    var title: String
    var artist: String
    var seconds: Int
    var rating = 3

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .json)
    }
}

struct Folder: Identifiable, Hashable {
    let id = UUID()
    var name: String
    var children: [Folder]?
    static let library = [
        Folder(name: "Rock", children: [Folder(name: "Classic"), Folder(name: "Indie", children: [Folder(name: "British")])]),
        Folder(name: "Jazz", children: [Folder(name: "Bebop")]),
        Folder(name: "Empty"),
    ]
}

@Observable class Library {
    var songs = [
        Song(title: "Yesterday", artist: "The Beatles", seconds: 125, rating: 5),
        Song(title: "Hurt", artist: "Johnny Cash", seconds: 218),
        Song(title: "Africa", artist: "Toto", seconds: 295, rating: 4),
    ]
    var queue: [Song] = []
    var current: Song?
}

struct MusicTabs: View {
    enum Tab: Hashable { case library, table, queue, browse }
    @State private var tab = Tab.library
    @State private var library = Library()
    @State private var expandedPlayer = false
    @Namespace private var player

    var body: some View {
        TabView(selection: $tab) {
            LibraryView()
                .tabItem { Label("Library", systemImage: "music.note.list") }
                .tag(Tab.library)
                .badge(library.songs.count)
            SongTable()
                .tabItem { Label("Table", systemImage: "tablecells") }
                .tag(Tab.table)
            QueueView()
                .tabItem {
                    Image(systemName: "list.number")
                    Text("Queue")
                }
                .tag(Tab.queue)
            BrowseView()
                .tabItem { Label("Browse", systemImage: "folder") }
                .tag(Tab.browse)
        }
        .overlay(alignment: .bottom) {
            if let song = library.current {
                MiniPlayer(song: song, namespace: player, expanded: $expandedPlayer)
                    .transition(.move(edge: .bottom).combined(with: .opacity))
                    .padding(.bottom, 50)
            }
        }
        .environment(library)
        .onOpenURL { url in print(url) }
    }
}

struct MiniPlayer: View {
    let song: Song
    let namespace: Namespace.ID
    @Binding var expanded: Bool
    @GestureState private var dragOffset = CGSize.zero
    @State private var volume = 0.5

    var body: some View {
        Group {
            if expanded {
                VStack {
                    art.frame(width: 120, height: 120)
                    title.font(.title)
                    Slider(value: $volume) {
                        Text("Volume")
                    } minimumValueLabel: {
                        Image(systemName: "speaker")
                    } maximumValueLabel: {
                        Image(systemName: "speaker.wave.3")
                    }
                }
            } else {
                HStack {
                    art.frame(width: 24, height: 24)
                    title
                }
            }
        }
        .padding()
        .background(.thickMaterial, in: .rect(cornerRadius: 16))
        .offset(dragOffset)
        .gesture(
            DragGesture(minimumDistance: 20, coordinateSpace: .global)
                .updating($dragOffset) { value, state, transaction in
                    state = value.translation
                }
                .onEnded { value in
                    if value.translation.height < -50 { expanded = true }
                }
        )
        .simultaneousGesture(TapGesture().onEnded { withAnimation(.interactiveSpring) { expanded.toggle() } })
    }

    private var art: some View {
        Image(systemName: "music.note")
            .resizable()
            .matchedGeometryEffect(id: "art", in: namespace)
    }

    private var title: some View {
        Text(song.title)
            .matchedGeometryEffect(id: "title", in: namespace, properties: .position, anchor: .center)
    }
}

struct LibraryView: View {
    @Environment(Library.self) private var library

    var body: some View {
        NavigationStack {
            List {
                ForEach(library.songs) { song in
                    Button {
                        withAnimation { library.current = song }
                    } label: {
                        HStack {
                            AsyncImage(url: URL(string: "https://example.com/\(song.id).jpg")) { phase in
                                switch phase {
                                case .empty: ProgressView()
                                case .success(let image): image.resizable().aspectRatio(contentMode: .fill)
                                case .failure: Image(systemName: "photo")
                                @unknown default: EmptyView()
                                }
                            }
                            .frame(width: 40, height: 40)
                            .clipShape(.circle)
                            VStack(alignment: .leading) {
                                Text(song.title)
                                Text(song.artist).font(.caption)
                            }
                            Spacer()
                            StarsView(rating: song.rating)
                        }
                    }
                    .draggable(song) {
                        Text(song.title)
                    }
                }
                .onDelete { library.songs.remove(atOffsets: $0) }
            }
            .refreshable {
                try? await Task.sleep(for: .seconds(0.01))
                library.songs.shuffle()
            }
            .navigationTitle("Library")
            .toolbarTitleDisplayMode(.inlineLarge)
        }
    }
}

struct StarsView: View {
    let rating: Int
    var body: some View {
        HStack(spacing: 0) {
            ForEach(1..<6) { star in
                Image(systemName: "star")
                    .symbolVariant(star <= rating ? .fill : .none)
            }
        }
        .foregroundStyle(.yellow)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Rating")
        .accessibilityValue(Text("\(rating) of 5"))
    }
}

struct SongTable: View {
    @Environment(Library.self) private var library
    @State private var sortOrder = [KeyPathComparator(\Song.title)]
    @State private var selection: Song.ID?

    var body: some View {
        @Bindable var library = library
        Table(library.songs, selection: $selection, sortOrder: $sortOrder) {
            TableColumn("Title", value: \.title)
                .width(min: 80, ideal: 120)
            TableColumn("Artist", value: \.artist)
            TableColumn("Length", value: \.seconds) { song in
                Text(Duration.seconds(song.seconds), format: .time(pattern: .minuteSecond))
                    .monospacedDigit()
            }
            .width(60)
            TableColumn("Rating", value: \.rating) { song in
                StarsView(rating: song.rating)
            }
        }
        .onChange(of: sortOrder) { _, newOrder in
            library.songs.sort(using: newOrder)
        }
    }
}

struct QueueView: View {
    @Environment(Library.self) private var library
    @State private var isTargeted = false

    var body: some View {
        HStack(alignment: .top) {
            column("Songs", songs: library.songs) { dropped, _ in
                library.queue.removeAll { dropped.contains($0) }
                return true
            }
            column("Queue", songs: library.queue) { dropped, location in
                library.queue.append(contentsOf: dropped)
                return true
            }
            .background(isTargeted ? Color.teal.opacity(0.2) : .clear)
        }
        .padding()
    }

    private func column(_ title: String, songs: [Song], action: @escaping ([Song], CGPoint) -> Bool) -> some View {
        VStack(alignment: .leading) {
            Text(title).font(.title3.bold())
            ForEach(songs) { song in
                Text(song.title)
                    .padding(6)
                    .draggable(song)
            }
            Spacer()
        }
        .frame(maxWidth: .infinity)
        .dropDestination(for: Song.self, action: action) { isTargeted = $0 }
    }
}

struct BrowseView: View {
    @State private var isExpanded = true
    @State private var selection: Folder.ID?

    var body: some View {
        List(selection: $selection) {
            OutlineGroup(Folder.library, children: \.children) { folder in
                Label(folder.name, systemImage: folder.children == nil ? "doc" : "folder")
            }
            DisclosureGroup("Options", isExpanded: $isExpanded) {
                Text("Shuffle")
                DisclosureGroup {
                    Text("Bass")
                } label: {
                    Text("Equalizer")
                }
            }
        }
    }
}

struct MusicApp: App {
    var body: some Scene {
        WindowGroup { MusicTabs() }
    }
}

#Preview { MusicTabs() }
#Preview("Rating", traits: .sizeThatFitsLayout) { StarsView(rating: 3).padding() }
