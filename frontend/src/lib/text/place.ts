import type { Place } from '../api/types'
import { isAddress } from './address'
import { clock } from './format'
import { shownName } from './name'

/** The file's own name, without its folders, as it is shown; of a web page the address. */
export function fileName(doc: string): string {
  if (isAddress(doc)) return shownName(doc)
  return shownName(doc.slice(doc.lastIndexOf('/') + 1))
}

/** Where in the document: 'page 12', 'pages 12–14', 'slide 3', 'slide 4 (hidden)', '4:05', or the innermost heading; '' for the document as a whole. */
export function whereOf(place: Pick<Place, 'page' | 'page_to' | 'slide' | 'label' | 'start' | 'heading'>): string {
  if (place.page) {
    const pages = place.page_to ? `pages ${place.page}–${place.page_to}` : `page ${place.page}`
    return place.label ? `${pages} (printed ${place.label})` : pages
  }
  if (place.slide) return place.label ? `slide ${place.slide} (${place.label})` : `slide ${place.slide}`
  if (place.start !== undefined) return clock(place.start)
  return place.heading?.split(' > ').at(-1) ?? ''
}

/** 'Described by llava:7b' where a model said it of a picture, '' where the document says it. */
export function describedBy(model: string | undefined): string {
  return model ? `Described by ${model.slice(model.indexOf(':') + 1)}` : ''
}

/** 'Lecture 3.pdf, page 12', with the model that described a picture */
export function placeName(place: Pick<Place, 'doc' | 'page' | 'page_to' | 'slide' | 'label' | 'start' | 'heading' | 'described_by'>): string {
  return [fileName(place.doc), whereOf(place), describedBy(place.described_by).replace('D', 'd')].filter(Boolean).join(', ')
}

/** The accessible name of a citation: 'Source 2, Lecture 3.pdf, page 12'. */
export function citationName(n: number, place: Parameters<typeof placeName>[0] | undefined): string {
  return place ? `Source ${n}, ${placeName(place)}` : `Source ${n}`
}
