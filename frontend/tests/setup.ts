import { cleanup } from '@testing-library/svelte'
import { afterEach } from 'vitest'

document.title = 'Ibid'
document.documentElement.lang = 'en'

// jsdom has no layout: what the views use of it does nothing.
Element.prototype.scrollTo = () => {}
HTMLCanvasElement.prototype.getContext = () => null
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

afterEach(cleanup)
