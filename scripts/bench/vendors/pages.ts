import { htmlPage, type StaticFile } from '../browser/pages.ts'
import type { Subject } from '../browser/subject.ts'
import { served } from './bundle.ts'
import { peers, type Peer } from './catalogue.ts'

const folderOf = ({ id }: Peer): string => `/peers/${id}/`

/** A peer's page; its files come from the page's own origin, or from another. */
export function pageOf(peer: Peer, origin = ''): string {
  const { isStyled, body = '<div id="form"></div>', start } = peer
  const folder = origin + folderOf(peer)
  const style = isStyled ? `<link rel="stylesheet" href="${folder}style.css">` : ''
  return htmlPage(`${body}<script>${start}</script>`, `${style}<script src="${folder}script.js"></script>`)
}

/** The peers' pages and files, by their path. */
export const peerFiles = (): ReadonlyMap<string, StaticFile> =>
  new Map(
    peers.flatMap((peer): [string, StaticFile][] => [
      [folderOf(peer), { type: 'text/html', body: pageOf(peer) }],
      [`${folderOf(peer)}script.js`, served(peer.id, 'script.js')],
      ...(peer.isStyled ? [[`${folderOf(peer)}style.css`, served(peer.id, 'style.css')] as [string, StaticFile]] : []),
    ]),
  )

export const peerSubjects = (origin: string): readonly Subject[] =>
  peers.map((peer) => {
    const { name, ready, types, isFloor } = peer
    const address = async (): Promise<string> => origin + folderOf(peer)
    return { name, address, ready, ...(types && { types }), ...(isFloor && { isFloor }) }
  })
