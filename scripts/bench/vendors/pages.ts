import { htmlPage, type StaticFile } from '../browser/pages.ts'
import type { Subject } from '../browser/subject.ts'
import { served } from './bundle.ts'
import { peers, type Peer } from './catalogue.ts'

const folderOf = ({ id }: Peer): string => `/peers/${id}/`

function pageOf(peer: Peer): string {
  const { isStyled, body = '<div id="form"></div>', start } = peer
  const style = isStyled ? `<link rel="stylesheet" href="${folderOf(peer)}style.css">` : ''
  return htmlPage(`${body}<script>${start}</script>`, `${style}<script src="${folderOf(peer)}script.js"></script>`)
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
