/// The public names of SwiftUI that programs write: types, modifiers, and values of the environment.
enum SwiftUINames {
    static let all = Set([types, modifiers, values].joined(separator: " ").split { $0.isWhitespace }.map(String.init))

    private static let types = """
        AccessibilityActionKind AccessibilityAdjustmentDirection AccessibilityChildBehavior AccessibilityFocusState
        AccessibilityHeadingLevel AccessibilityTraits ActionSheet Alert Alignment AlignmentID Anchor Angle Animatable AnimatableModifier
        AnimatablePair Animation AnyGesture AnyLayout AnyNavigationPath AnyShape AnyShapeStyle AnyTransition AnyView
        App AppStorage AsyncImage AsyncImagePhase AsymmetricTransition Axis BackgroundStyle BadgeProminence Bindable Binding BlendMode
        BorderedButtonStyle BorderedProminentButtonStyle BorderlessButtonMenuStyle BorderlessButtonStyle Button ButtonBorderShape
        ButtonMenuStyle ButtonRole ButtonStyle ButtonStyleConfiguration Canvas Capsule Circle CircularProgressViewStyle Color
        ColorMatrix ColorPicker ColorRenderingMode ColorScheme ColorSchemeContrast CommandGroup CommandGroupPlacement CommandMenu
        Commands CommandsBuilder CompactDatePickerStyle ContainerRelativeShape ContainerValues ContentMarginPlacement ContentMode
        ContentSizeCategory ContentTransition ContentUnavailableView ControlGroup ControlGroupStyle ControlSize CoordinateSpace
        CubicKeyframe CustomAnimation DatePicker DatePickerComponents DatePickerStyle DefaultButtonStyle DefaultDatePickerStyle
        DefaultGroupBoxStyle DefaultListStyle DefaultMenuStyle DefaultNavigationViewStyle DefaultPickerStyle DefaultProgressViewStyle
        DefaultTabViewStyle DefaultTextFieldStyle DefaultToggleStyle DefaultWindowStyle DialogSeverity DisclosureGroup
        DisclosureGroupStyle DismissAction DismissSearchAction DismissWindowAction Divider DocumentGroup DragGesture DropDelegate
        DropInfo DynamicProperty DynamicTypeSize DynamicViewContent Edge EdgeInsets EditActions EditButton EditMode Ellipse
        EllipticalGradient EmptyCommands EmptyView EmptyVisualEffect Entry Environment EnvironmentKey EnvironmentObject
        EnvironmentValues EnvironmentalModifier EquatableView EventModifiers ExclusiveGesture FetchRequest FetchedResults FileDocument
        FillStyle FocusState FocusedBinding FocusedObject FocusedValue FocusedValueKey FocusedValues Font ForEach ForegroundStyle
        Form FormStyle Gauge GaugeStyle GeometryEffect GeometryProxy GeometryReader Gesture GestureMask GestureState Gradient
        GraphicalDatePickerStyle GraphicsContext Grid GridItem GridLayout GridRow Group GroupBox GroupBoxStyle GroupedListStyle HSplitView
        HStack HStackLayout HelpLink HierarchicalShapeStyle HorizontalAlignment HoverEffect HoverPhase Image ImagePaint ImageRenderer
        ImmersiveSpace IndexViewStyle InlinePickerStyle InsetGroupedListStyle InsetListStyle InsettableShape KeyEquivalent KeyPress
        KeyboardShortcut KeyframeAnimator KeyframeTimeline KeyframeTrack Keyframes KeyframesBuilder Label LabelStyle
        LabelStyleConfiguration LabeledContent LabeledContentStyle Layout LayoutDirection LayoutProperties LayoutSubview LayoutSubviews
        LayoutValueKey LazyHGrid LazyHStack LazyVGrid LazyVStack LegibilityWeight LinearGradient LinearKeyframe LinearProgressViewStyle
        Link List ListSectionSpacing ListStyle LocalizedStringKey LongPressGesture MagnificationGesture MagnifyGesture
        MatchedGeometryProperties Material Menu MenuActionDismissBehavior MenuBarExtra MenuOrder MenuPickerStyle MenuStyle MeshGradient
        ModifiedContent MoveCommandDirection MoveKeyframe MultiDatePicker NSHostingView NSViewControllerRepresentable NSViewRepresentable
        NSApplicationDelegateAdaptor Namespace NavigationBarItem NavigationLink NavigationPath NavigationSplitView
        NavigationSplitViewStyle NavigationSplitViewVisibility NavigationStack NavigationView NavigationViewStyle ObservedObject
        OffsetShape OpenURLAction OpenWindowAction OutlineGroup PageIndexViewStyle PageTabViewStyle PasteButton Path PhaseAnimator
        Picker PickerStyle PinnedScrollableViews PlainButtonStyle PlainListStyle PlainTextFieldStyle PopUpButtonPickerStyle
        PopoverAttachmentAnchor PreferenceKey PresentationAdaptation PresentationBackgroundInteraction PresentationContentInteraction
        PresentationDetent PresentationMode PresentationSizing Preview PreviewDevice PreviewLayout PreviewProvider PrimitiveButtonStyle
        PrimitiveButtonStyleConfiguration ProgressView ProgressViewStyle ProgressViewStyleConfiguration ProjectionTransform
        ProposedViewSize RadialGradient AngularGradient Rectangle RedactionReasons RefreshAction RenameButton ReferenceFileDocument
        RotateGesture RotatedShape RotationGesture RoundedBorderTextFieldStyle RoundedCornerStyle RoundedRectangle SafeAreaRegions
        ScaledMetric ScaledShape Scene SceneBuilder ScenePhase SceneStorage ScrollBounceBehavior ScrollDismissesKeyboardMode
        ScrollIndicatorVisibility ScrollPosition ScrollTargetBehavior ScrollTransitionConfiguration ScrollTransitionPhase ScrollView
        ScrollViewProxy ScrollViewReader SearchFieldPlacement SearchScopeActivation Section SectionedFetchRequest SecureField
        SegmentedPickerStyle SensoryFeedback SequenceGesture Settings SettingsLink Shader ShaderLibrary Shape ShapeStyle ShareLink
        SharePreview SidebarCommands SidebarListStyle SimultaneousGesture Slider Spacer SpatialEventGesture SpatialTapGesture Spring
        SpringKeyframe StackNavigationViewStyle State StateObject Stepper StrokeStyle StrokeShapeView SubmitLabel SubmitTriggers
        SubscriptionView Subview SwitchToggleStyle SymbolRenderingMode SymbolVariants Tab TabSection TabView TabViewCustomization
        TabViewStyle Table TableColumn TableColumnBuilder TableRow TableRowContent TableStyle TapGesture Text TextAlignment TextEditor
        TextEditorStyle TextField TextFieldStyle TextInputAutocapitalization TextRenderer TextSelectability TextSelection TimelineSchedule
        TimelineView TitleAndIconLabelStyle TitleOnlyLabelStyle IconOnlyLabelStyle TitleDisplayMode Toggle ToggleStyle
        ToggleStyleConfiguration ToolbarContent ToolbarContentBuilder ToolbarItem ToolbarItemGroup ToolbarItemPlacement ToolbarPlacement
        ToolbarRole ToolbarTitleDisplayMode ToolbarTitleMenu Transaction TransactionKey Transferable TransformedShape Transition
        TransitionPhase TupleView UIApplicationDelegateAdaptor UIHostingController UIViewControllerRepresentable UIViewRepresentable
        UnevenRoundedRectangle UnitCurve UnitPoint UserInterfaceSizeClass UtilityWindow VSplitView VStack VStackLayout
        VectorArithmetic VerticalAlignment VerticalEdge HorizontalEdge View ViewBuilder ViewDimensions ViewModifier ViewSpacing
        ViewThatFits Visibility VisualEffect WKApplicationDelegateAdaptor WheelDatePickerStyle WheelPickerStyle Window WindowGroup
        WindowResizability WindowStyle WindowVisibilityToggle ZStack ZStackLayout
        """

    private static let modifiers = """
        accessibility accessibilityAction accessibilityActions accessibilityAddTraits accessibilityAdjustableAction
        accessibilityChildren accessibilityCustomContent accessibilityElement accessibilityFocused accessibilityHeading
        accessibilityHidden accessibilityHint accessibilityIdentifier accessibilityIgnoresInvertColors accessibilityInputLabels
        accessibilityLabel accessibilityLabeledPair accessibilityLinkedGroup accessibilityRemoveTraits accessibilityRepresentation
        accessibilityRespondsToUserInteraction accessibilityRotor accessibilityShowsLargeContentViewer accessibilitySortPriority
        accessibilityTextContentType accessibilityValue actionSheet alert alignmentGuide allowsHitTesting allowsTightening
        alternatingRowBackgrounds anchorPreference animation aspectRatio autocapitalization autocorrectionDisabled background
        backgroundPreferenceValue backgroundStyle backgroundTask badge badgeProminence baselineOffset blendMode blur bold border
        brightness buttonBorderShape buttonRepeatBehavior buttonStyle clipShape clipped colorEffect colorInvert colorMultiply
        colorScheme commands commandsRemoved compositingGroup confirmationDialog containerRelativeFrame containerShape containerValue
        contentMargins contentShape contentTransition contextMenu contrast controlGroupStyle controlSize coordinateSpace copyable
        cornerRadius cuttable datePickerStyle defaultAppStorage defaultFocus defaultHoverEffect defaultLaunchBehavior defaultPosition
        defaultScrollAnchor defaultSize defersSystemGestures deleteDisabled dialogIcon dialogSeverity dialogSuppressionToggle
        digitalCrownRotation disableAutocorrection disabled disclosureGroupStyle dismissalConfirmationDialog distortionEffect draggable
        drawingGroup dropDestination dynamicTypeSize edgesIgnoringSafeArea environment environmentObject equatable exportsItemProviders
        fileDialogMessage fileExporter fileImporter fileMover findDisabled findNavigator fixedSize flipsForRightToLeftLayoutDirection
        focusEffectDisabled focusScope focusSection focusable focused focusedObject focusedSceneObject focusedSceneValue focusedValue
        font fontDesign fontWeight fontWidth foregroundColor foregroundStyle formStyle frame fullScreenCover gaugeStyle geometryGroup gesture
        grayscale gridCellAnchor gridCellColumns gridCellUnsizedAxes gridColumnAlignment groupBoxStyle handlesExternalEvents
        headerProminence help hidden highPriorityGesture hoverEffect hueRotation id ignoresSafeArea imageScale importsItemProviders
        indexViewStyle inspector inspectorColumnWidth interactionActivityTrackingTag interactiveDismissDisabled invalidatableContent
        italic itemProvider kerning keyboardShortcut keyboardType keyframeAnimator labelStyle labeledContentStyle labelsHidden
        labelsVisibility layerEffect layoutPriority layoutValue lineLimit lineSpacing listItemTint listRowBackground listRowInsets
        listRowSeparator listRowSeparatorTint listRowSpacing listSectionSeparator listSectionSeparatorTint listSectionSpacing listStyle
        luminanceToAlpha mask matchedGeometryEffect matchedTransitionSource menuActionDismissBehavior menuBarExtraStyle menuIndicator
        menuOrder menuStyle minimumScaleFactor modifier modifierKeyAlternate monospaced monospacedDigit moveDisabled
        multilineTextAlignment navigationBarBackButtonHidden navigationBarHidden navigationBarItems navigationBarTitle
        navigationBarTitleDisplayMode navigationDestination navigationDocument navigationSplitViewColumnWidth navigationSplitViewStyle
        navigationSubtitle navigationTitle navigationTransition navigationViewStyle offset onAppear onChange onCommand
        onContinueUserActivity onContinuousHover onCopyCommand onCutCommand onDelete onDeleteCommand onDisappear onDrag onDrop
        onExitCommand onGeometryChange onHover onInsert onKeyPress onLongPressGesture onLongTouchGesture onModifierKeysChanged onMove
        onMoveCommand onOpenURL onPasteCommand onPencilDoubleTap onPlayPauseCommand onPreferenceChange onReceive onScrollGeometryChange
        onScrollPhaseChange onScrollVisibilityChange onSubmit onTapGesture opacity overlay overlayPreferenceValue padding
        pasteDestination persistentSystemOverlays phaseAnimator pickerStyle pointerStyle pointerVisibility popover position
        preference preferredColorScheme prefersDefaultFocus presentationBackground presentationBackgroundInteraction
        presentationCompactAdaptation presentationContentInteraction presentationCornerRadius presentationDetents
        presentationDragIndicator presentationSizing previewContext previewDevice previewDisplayName previewInterfaceOrientation
        previewLayout privacySensitive progressViewStyle projectionEffect redacted refreshable renameAction renderingMode
        replaceDisabled resizable restorationBehavior rotation3DEffect rotationEffect safeAreaInset safeAreaPadding saturation
        scaleEffect scaledToFill scaledToFit scenePadding scrollBounceBehavior scrollClipDisabled scrollContentBackground scrollDisabled
        scrollDismissesKeyboard scrollIndicators scrollIndicatorsFlash scrollPosition scrollTargetBehavior scrollTargetLayout
        scrollTransition searchCompletion searchDictationBehavior searchFocused searchPresentationToolbarBehavior searchScopes
        searchSuggestions searchable sectionActions selectionDisabled sensoryFeedback shadow sheet simultaneousGesture
        speechAdjustedPitch speechAlwaysIncludesPunctuation speechAnnouncementsQueued speechSpellsOutCharacters springLoadingBehavior
        statusBar statusBarHidden strikethrough submitLabel submitScope swipeActions symbolEffect symbolEffectsRemoved
        symbolRenderingMode symbolVariant tabItem tabViewCustomization tabViewSidebarFooter tabViewSidebarHeader tabViewStyle tableColumnHeaders tableStyle
        tag task textCase textContentType textEditorStyle textFieldStyle textInputAutocapitalization textInputCompletion
        textInputSuggestions textRenderer textScale textSelection tint toggleStyle toolbar toolbarBackground
        toolbarBackgroundVisibility toolbarColorScheme toolbarItemHidden toolbarRole toolbarTitleDisplayMode toolbarTitleMenu
        toolbarVisibility touchBar tracking transaction transformAnchorPreference transformEffect transformEnvironment
        transformPreference transition truncationMode typeSelectEquivalent typesettingLanguage underline unredacted userActivity
        visualEffect widgetAccentable windowResizability windowStyle windowToolbarStyle writingToolsBehavior zIndex
        withAnimation withTransaction
        """

    private static let values = """
        accessibilityDifferentiateWithoutColor accessibilityInvertColors accessibilityReduceMotion accessibilityReduceTransparency
        accessibilityVoiceOverEnabled allowsTightening calendar colorScheme colorSchemeContrast controlSize
        defaultMinListHeaderHeight defaultMinListRowHeight dismiss dismissSearch dismissWindow displayScale dynamicTypeSize editMode
        font horizontalSizeClass isEnabled isFocused isLuminanceReduced isPresented isSceneCaptured isScrollEnabled isSearching
        isTabBarShowingSections keyboardShortcut layoutDirection legibilityWeight lineLimit lineSpacing locale managedObjectContext
        menuOrder minimumScaleFactor modelContext multilineTextAlignment openDocument openSettings openURL openWindow pixelLength
        presentationMode purchase redactionReasons refresh rename requestReview scenePhase sizeCategory supportsMultipleWindows
        symbolRenderingMode symbolVariants textCase timeZone truncationMode undoManager verticalSizeClass newDocument
        """
}
