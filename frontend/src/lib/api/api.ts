import type { EventMap, EventName, Unsubscribe } from './events'
import type {
  AnswerInfo,
  Arrived,
  AskRequest,
  AskSource,
  Box,
  Conversation,
  ConversationInfo,
  DocumentInfo,
  Duplicate,
  HealthInfo,
  ModuleInfo,
  OpenedInfo,
  PageInfo,
  SearchAnswer,
  SearchRequest,
  SettingsInfo,
  SourceInfo,
  UnlockedInfo,
} from './types'

/** Everything the page can ask of the program around it. Every method rejects with a Problem (problem.ts). */
export interface Api {
  /** Opens the data folder, before anything else; again after it failed. */
  open(): Promise<OpenedInfo>
  /** Shows the data folder in the file manager. */
  showFolder(): Promise<void>
  quit(): Promise<void>
  /** What has come from outside since the last call. */
  arrived(): Promise<Arrived>

  modules(): Promise<ModuleInfo[]>
  addFolder(path: string, name: string, confirmed: boolean): Promise<ModuleInfo>
  /** '' when the student changed their mind. */
  pickFolder(): Promise<string>
  /** The program that hears recordings is chosen and kept outside of the page; '' when the student changed their mind. */
  pickTranscriber(): Promise<string>
  renameModule(module: string, name: string): Promise<void>
  pauseModule(module: string, paused: boolean): Promise<void>
  /** The removal takes place at removeAt (Unix milliseconds) unless it is undone. */
  removeModule(module: string): Promise<{ removeAt: number }>
  undoRemove(module: string): Promise<void>
  sampleCourse(): Promise<ModuleInfo[]>

  documents(module: string): Promise<DocumentInfo[]>
  /** Those of them that are named and still there. */
  someDocuments(module: string, ids: number[]): Promise<DocumentInfo[]>
  /** Fetches a web page, also one that is there already. */
  addPage(module: string, address: string): Promise<DocumentInfo>
  duplicates(document: number): Promise<Duplicate[]>
  /** '' tries every failed document of the module again. */
  retry(module: string, doc: string): Promise<void>
  /** Opens a locked document with its password, which is kept in the system's keyring, and has it read. */
  unlock(module: string, doc: string, password: string): Promise<UnlockedInfo>
  exclude(module: string, doc: string): Promise<void>
  include(module: string, doc: string): Promise<void>
  openOriginal(document: number): Promise<void>
  reveal(document: number): Promise<void>

  search(request: SearchRequest): Promise<SearchAnswer>
  startAsk(request: AskRequest): Promise<{ ask: string; conversation: number }>
  cancelAsk(ask: string): Promise<void>
  /** What the writer of an answer in the making has; nothing once it has ended. */
  askSources(ask: string): Promise<AskSource[]>
  answer(ask: string): Promise<AnswerInfo>
  conversations(): Promise<ConversationInfo[]>
  conversation(id: number): Promise<Conversation>
  deleteConversation(id: number): Promise<void>

  /** By a passage's id or by an ibid: address. */
  source(passage: string): Promise<SourceInfo>
  pageText(document: number, page: number): Promise<PageInfo>
  highlights(document: number, page: number, from: number, to: number): Promise<Box[]>
  /** Address of a page's picture, `width` device pixels wide. */
  pagePicture(document: number, page: PageInfo, width: number): string

  settings(): Promise<SettingsInfo>
  saveSettings(settings: SettingsInfo): Promise<void>
  setOpenRouterKey(key: string): Promise<void>
  clearOpenRouterKey(): Promise<void>
  setTranscriberKey(key: string): Promise<void>
  clearTranscriberKey(): Promise<void>
  health(): Promise<HealthInfo>

  copyText(text: string): Promise<void>
  /** Opens a web address in the student's browser, outside the window. */
  openExternal(url: string): void
  on<K extends EventName>(name: K, listener: (payload: EventMap[K]) => void): Unsubscribe
}
