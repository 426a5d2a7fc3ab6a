/** The shapes that cross the border between the page and Go. Names are those of the command line's JSON where it has them. */

/** A half-open range of Unicode code points. */
export type Span = [from: number, to: number]

/** Whether the data folder is open, and why not. */
export interface OpenedInfo {
  folder: string
  problem: ProblemInfo | null
  /** It may work after what the problem says to do. */
  tryAgain: boolean
}

/** What came with the command line, from a second start, or was dropped on the window. */
export interface Arrived {
  paths: string[]
  /** An ibid: address, or ''. */
  link: string
}

export type ModuleState = 'ready' | 'keyword-ready' | 'indexing' | 'paused' | 'missing' | 'empty' | 'removing'

export interface Progress {
  done: number
  total: number
  secondsLeft: number | null
}

export interface ModuleInfo {
  module: string
  name: string
  dir: string
  state: ModuleState
  documents: number
  waiting: number
  /** Of the waiting: scans and recordings, which are read after the others. */
  later: number
  keywordReady: number
  ready: number
  failed: number
  skipped: number
  pages: number
  passages: number
  progress: Progress
  removeAt?: number
  /** Those that last, such as a drive that is not there. */
  problems: ProblemInfo[] | null
}

export interface ProblemInfo {
  code: string
  title: string
  detail: string
  /** What to do next, as a sentence. */
  action: string
}

export type DocumentState =
  | 'waiting'
  | 'reading'
  | 'keyword-ready'
  | 'ready'
  | 'failed'
  | 'skipped'
  | 'missing'
  | 'excluded'

export interface DocumentInfo {
  id: number
  module: string
  doc: string
  title: string
  state: DocumentState
  stage?: string
  kind?: string
  unit?: 'page' | 'slide' | 'time' | 'heading' | ''
  lang?: string
  week?: number
  pages?: number
  passages?: number
  bytes?: number
  same_as?: string
  /** How many passages say what others of the module say. */
  copies?: number
  /** Lines that were left out, since they stand on many pages. */
  boilerplate?: RemovedLine[] | null
  tries?: number
  /** How much of a recording is heard while it is listened to. */
  heard_percent?: number
  /** How much of a scan is read while its pages are looked at. */
  seen_percent?: number
  /** Pages that are still to be read from their pictures. */
  unseen_pages?: number
  doubtful_pages?: number[] | null
  /** Pages with what a vision model said of their pictures. */
  described_pages?: number[] | null
  /** "text", "second reader", "speech", "ocr", "vision" */
  read_by?: string[] | null
  /** Of a web page: when its snapshot was taken. */
  fetched?: string
  /** It waits for its password. */
  locked?: boolean
  problem?: ProblemInfo | null
}

/** What became of a password that opens its document. */
export interface UnlockedInfo {
  /** Why it is not kept when Ibid ends. */
  note?: ProblemInfo | null
}

export interface RemovedLine {
  text: string
  pages: number[]
}

/** A passage that says what another one, the original, says. */
export interface Duplicate {
  place: Place
  of: Place
  level: 'same' | 'near'
}

export interface Place {
  module: string
  doc: string
  title: string
  kind: string
  page?: number
  /** The last page, where slides that are built up step by step are one place. */
  page_to?: number
  slide?: number
  label?: string
  start?: number
  end?: number
  heading?: string
  passage: string
  text: string
  /** The model that said this of the picture of the page: it is not what the document says. */
  described_by?: string
  url: string
  also?: Place[]
}

export interface Filter {
  modules: string[]
  kinds?: string[]
}

export interface SearchRequest {
  question: string
  filter: Filter
  limit: number
}

export interface SearchResult extends Place {
  rank: number
  score: number
  spans: Span[] | null
}

export interface SearchAnswer {
  query: string
  standalone: string
  enough: boolean
  took_ms: number
  searched: { documents: number; passages: number; not_indexed: number }
  results: SearchResult[] | null
  notices?: Notice[] | null
}

/** Something to know about how an answer came to be, such as a fallback to another model. */
export interface Notice {
  code: string
  text: string
}

export interface AskRequest {
  question: string
  /** 0 opens a new conversation. */
  conversation: number
  filter: Filter
  model: string
}

export interface Citation extends Place {
  n: number
  quote: string
  spans: Span[] | null
}

export type Support = 'supported' | 'partly' | 'no' | ''

export interface Sentence {
  text: string
  citations: number[] | null
  support: Support
  /** The model whose description of a picture is all that carries the sentence. */
  described_by?: string
}

export interface Refusal {
  reason: string
  closest: Place[] | null
  not_indexed: string[] | null
  other_modules: string[] | null
}

export interface AnswerInfo {
  question: string
  standalone: string
  answered: boolean
  confidence: number
  answer?: string
  sentences?: Sentence[] | null
  citations?: Citation[] | null
  refusal?: Refusal | null
  model: string
  mode: 'extractive' | 'generated'
  usage?: { prompt_tokens: number; completion_tokens: number; context: number; truncated: boolean } | null
  took_ms: number
  first_token_ms?: number
  notices?: Notice[] | null
  /** The student stopped it before its end. */
  stopped?: boolean
}

export interface AskSource {
  n: number
  passage: string
  doc: string
  title: string
  where: string
}

export interface ConversationInfo {
  id: number
  title: string
  createdAt: number
  modules: string[] | null
  count: number
}

export interface MessageInfo {
  id: number
  question: string
  state: 'asking' | 'done' | 'stopped' | 'failed'
  answer: AnswerInfo | null
  /** Why an answer that was given is not there. */
  problem?: ProblemInfo | null
  /** Ids of cited passages whose source is gone. */
  gone: string[] | null
  createdAt: number
}

export interface Conversation {
  id: number
  title: string
  modules?: string[] | null
  messages: MessageInfo[] | null
}

export type BlockKind = 'heading' | 'paragraph' | 'item' | 'row' | 'code' | 'notes' | 'cue' | 'described'

export interface Block {
  from: number
  to: number
  kind: BlockKind
  level?: number
  start?: number
  end?: number
  /** The model that said it of the picture, of a 'described' block. */
  by?: string
}

export interface PageInfo {
  number: number
  count?: number
  text: string
  blocks: Block[] | null
  width: number
  height: number
  hasPicture?: boolean
  /** The page could not be read well. */
  doubtful?: boolean
  /** "ocr": the text was read from the picture of the page, so surely (0 to 1). */
  readBy?: string
  confidence?: number
  /** Changes with the file, so that no picture of an older one is shown. */
  version?: string
}

export interface SourceInfo {
  document: DocumentInfo
  place: Place
  page: PageInfo
  /** Where the passage stands in page.text, in code points. */
  from: number
  to: number
}

/** A rectangle as fractions of the page: left, top, right, bottom. */
export type Box = [x0: number, y0: number, x1: number, y1: number]

export type Theme = 'system' | 'light' | 'dark'

export interface SettingsInfo {
  ollama_url: string
  answer_model: string
  embedder: string
  /** Looks at pages that are hard to read: '' for nobody, 'ollama:NAME' or 'openrouter:NAME'. */
  vision_model: string
  /** Hears recordings in place of the model in the program, which is meant by ''. */
  transcriber: { with: '' | 'server' | 'program'; address: string; program: string; model: string; language: string }
  openrouter: { enabled: boolean; model: string }
  allow_remote: boolean
  retrieval: { passages: number; context_tokens: number; neighbours: Record<string, number> | null }
  prompt_template: string
  work_on_battery: boolean
  theme: Theme | ''
}

export interface OllamaModel {
  name: string
  size: number
  /** Using it sends the question and the passages to another computer. */
  remote: boolean
  /** It turns texts into vectors and cannot write. */
  embeds?: boolean
  /** It takes pictures. */
  sees?: boolean
}

export interface HealthInfo {
  offline?: boolean
  ollama: { reachable: boolean; url: string; remote: boolean; models: OllamaModel[] | null; problem?: ProblemInfo | null }
  openrouter: { enabled: boolean; hasKey: boolean }
  /** Where the key for the transcriber's address is; '' = nowhere. */
  transcriberKey: '' | 'keyring' | 'variable'
  embedder: { name: string; ready: boolean; problem?: ProblemInfo | null }
  /** The names of the prompt templates that can be chosen. */
  prompts: string[]
  dataDir: string
  version: string
  ingest: 'here' | 'elsewhere'
}
