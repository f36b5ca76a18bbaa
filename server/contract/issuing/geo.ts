import * as z from 'zod/mini'
import { byNumberOrId } from './card-identification.ts'
import { Done, listOf, moment, optional, text, whole } from './fields.ts'
import { rpc } from './rpc.ts'

/** status of a geographic restriction: ENABLED allows such payments, DISABLED rejects them (4.4). */
export const geoStatuses = ['ENABLED', 'DISABLED'] as const

/** A rule about where a card may pay (4.4): a country by numeric ISO 3166, or a region by UN M49. */
const restrictionMembers = {
  countryId: optional(whole),
  regionId: optional(whole),
  transactionGroupId: whole,
  status: optional(z.enum(geoStatuses)),
  startDate: optional(moment),
  endDate: optional(moment),
}

export const GeoRestriction = z.strictObject(restrictionMembers).check(
  z.refine(({ countryId, regionId }) => countryId !== undefined || regionId !== undefined, {
    error: 'given, or regionId',
    path: ['countryId'],
  }),
)
export type GeoRestriction = z.infer<typeof GeoRestriction>

const NamedEntry = z.object({ id: optional(z.int()), description: optional(z.string()) })

export const geoOperations = {
  setGeoRestrictions: rpc('setGeoRestrictions', {
    summary: 'Say where a card may pay, and where not',
    source: '4.4',
    request: z.strictObject({
      cardIdentification: byNumberOrId,
      restrictions: listOf('restriction', GeoRestriction),
    }),
    response: Done,
  }),
  getGeoRestrictions: rpc('getGeoRestrictions', {
    summary: 'Read where a card may not pay',
    source: '4.4',
    request: z.strictObject({ cardIdentification: byNumberOrId }),
    response: z.object({
      regions: optional(listOf('region', NamedEntry)),
      countries: optional(listOf('country', NamedEntry)),
      transactionGroups: optional(listOf('transactionGroup', NamedEntry)),
      restrictions: optional(
        listOf(
          'restriction',
          z.object({
            ...restrictionMembers,
            status: optional(text),
            startDate: optional(text),
            endDate: optional(text),
          }),
        ),
      ),
    }),
  }),
}
