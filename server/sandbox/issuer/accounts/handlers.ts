import type { IssuerContext } from '../context.ts'
import { getAccountData } from './account-data.ts'
import { getAllowedBeneficiaries, getAllowedMccList, setAllowedBeneficiaries, setAllowedMccList } from './allowed.ts'
import { changeAccountStatus, changeAccountStatusInFe } from './status.ts'

export const accountHandlers = (context: IssuerContext) => ({
  changeAccountStatus: changeAccountStatus(context),
  changeAccountStatusInFe: changeAccountStatusInFe(context),
  getAccountData: getAccountData(context),
  setAllowedBeneficiaries: setAllowedBeneficiaries(context),
  getAllowedBeneficiaries: getAllowedBeneficiaries(context),
  setAllowedMccList: setAllowedMccList(context),
  getAllowedMccList: getAllowedMccList(context),
})
