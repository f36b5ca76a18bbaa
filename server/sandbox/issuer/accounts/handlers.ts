import type { Desk } from '../desk.ts'
import { accountLimitHandlers } from '../limits/handlers.ts'
import { getAccountData } from './account-data.ts'
import { getAllowedBeneficiaries, getAllowedMccList, setAllowedBeneficiaries, setAllowedMccList } from './allowed.ts'
import { changeAccountStatus, changeAccountStatusInFe } from './status.ts'

export const accountHandlers = (desk: Desk) => ({
  ...accountLimitHandlers(desk),
  changeAccountStatus: changeAccountStatus(desk),
  changeAccountStatusInFe: changeAccountStatusInFe(desk),
  getAccountData: getAccountData(desk),
  setAllowedBeneficiaries: setAllowedBeneficiaries(desk),
  getAllowedBeneficiaries: getAllowedBeneficiaries(desk),
  setAllowedMccList: setAllowedMccList(desk),
  getAllowedMccList: getAllowedMccList(desk),
})
