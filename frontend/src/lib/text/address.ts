/** Whether a document is a web page: its path is then the address. */
export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text)

/** The first web address of what was pasted or dropped, or ''. */
export function addressIn(data: DataTransfer | null): string {
  const texts = ['text/uri-list', 'text/plain'].map((type) => data?.getData(type) ?? '')
  return texts.flatMap((text) => text.split(/\r?\n/)).map((line) => line.trim()).find(isAddress) ?? ''
}
