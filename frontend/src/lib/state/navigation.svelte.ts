export type View =
  | { name: 'ask' }
  | { name: 'find' }
  | { name: 'module'; module: string }
  | { name: 'history' }
  | { name: 'settings' }

/** Where the student is in the window, and how wide they like its panes. */
export class Navigation {
  view = $state<View>({ name: 'ask' })
  sideBar = $state(remembered('ibid.sidebar', 1) === 1)
  /** A page is read beside its answer: a large window gives it more of its room. */
  sourceWidth = $state(remembered('ibid.source-width', Math.min(720, Math.max(460, Math.round(innerWidth * 0.36)))))

  go(view: View): void {
    this.view = view
  }

  toggleSideBar(): void {
    this.sideBar = !this.sideBar
    remember('ibid.sidebar', this.sideBar ? 1 : 0)
  }

  setSourceWidth(px: number): void {
    this.sourceWidth = Math.round(Math.min(1200, Math.max(320, px)))
    remember('ibid.source-width', this.sourceWidth)
  }
}

/** The width of a pane is a convenience: a page without storage forgets it and works. */
function remembered(key: string, otherwise: number): number {
  try {
    const value = Number.parseInt(localStorage.getItem(key) ?? '', 10)
    return Number.isFinite(value) ? value : otherwise
  } catch {
    return otherwise
  }
}

function remember(key: string, value: number): void {
  try {
    localStorage.setItem(key, String(value))
  } catch {
    // see remembered
  }
}
