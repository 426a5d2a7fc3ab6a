/**
 * What the page may load and run: its own files, and nothing else. Document text and model output are shown in a window
 * that can call Go, so this is the second wall behind "everything is a text node". Styles come from files only; Svelte
 * sets the few computed ones through the DOM, which the policy does not touch.
 */
export function contentSecurityPolicy(dev: boolean): string {
  const rules: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': dev ? "'self' 'unsafe-inline'" : "'self'",
    'img-src': "'self' blob: data:",
    'media-src': "'self' blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
  }
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
