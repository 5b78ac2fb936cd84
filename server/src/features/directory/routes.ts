import * as departmentCalls from '@clouddisk/contract/admin-departments'
import * as peopleCalls from '@clouddisk/contract/admin-people'
import * as roleCalls from '@clouddisk/contract/admin-roles'
import * as directoryCalls from '@clouddisk/contract/directory'
import type { Context } from '../../context.ts'
import { bind, type CallContext, type RouteBinding } from '../../http/mount.ts'
import { sendStream } from '../downloads/send-stream.ts'
import { applyToPeople, update } from './change-people.ts'
import * as departments from './departments.ts'
import { peopleWorkbook, template } from './export-people.ts'
import { importWorkbook } from './import-people.ts'
import { create } from './new-people.ts'
import * as people from './people.ts'
import * as roles from './roles.ts'
import * as search from './search.ts'

export function directoryRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(peopleCalls.pagePeople, (actor, input) => people.page(ctx, actor, input)),
    bind(peopleCalls.queryPerson, (actor, { userId }) => people.query(ctx, actor, userId)),
    bind(peopleCalls.createPerson, (actor, input) => create(ctx, actor, input)),
    bind(peopleCalls.updatePerson, (actor, input) => update(ctx, actor, input)),
    bind(peopleCalls.changePeople, (actor, input, { language }) =>
      applyToPeople(ctx, actor, input, language),
    ),
    bind(peopleCalls.exportPeople, async (actor, input, { language, reply }) => {
      await people.auditExport(ctx, actor, input)
      const workbook = peopleWorkbook(ctx, actor, input, language)
      sendStream(ctx, actor, peopleCalls.exportPeople, attach(reply, ctx, 'people'), workbook)
      return {}
    }),
    bind(peopleCalls.peopleTemplate, async (_actor, _input, { language, reply }) => {
      attach(reply, ctx, 'people-template').send(await template(language))
      return {}
    }),
    bind(peopleCalls.importPeople, (actor, { dryRun = false, createDepartments = false }, call) =>
      importWorkbook(ctx, actor, call.request.body, { dryRun, createDepartments, language: call.language }),
    ),

    bind(departmentCalls.queryDepartments, (actor, input) => departments.list(ctx, actor, input)),
    bind(departmentCalls.queryDepartment, (actor, { departmentId }) =>
      departments.query(ctx, actor, departmentId),
    ),
    bind(departmentCalls.createDepartment, (actor, input) => departments.create(ctx, actor, input)),
    bind(departmentCalls.updateDepartment, (actor, input) => departments.update(ctx, actor, input)),
    bind(departmentCalls.moveDepartment, (actor, input) => departments.move(ctx, actor, input)),
    bind(departmentCalls.removeDepartment, async (actor, { departmentId }) => {
      await departments.remove(ctx, actor, departmentId)
      return {}
    }),

    bind(roleCalls.queryRoles, (actor, { keyword }) => roles.list(ctx, actor, keyword)),
    bind(roleCalls.createRole, (actor, input) => roles.create(ctx, actor, input)),
    bind(roleCalls.updateRole, (actor, input) => roles.update(ctx, actor, input)),
    bind(roleCalls.saveRoleOutbound, (actor, input) => roles.saveOutbound(ctx, actor, input)),
    bind(roleCalls.removeRole, async (_actor, { roleId }) => {
      await roles.remove(ctx, roleId)
      return {}
    }),
    bind(roleCalls.pageRoleHolders, (actor, input) => roles.pageHolders(ctx, actor, input)),
    bind(roleCalls.giveRole, async (actor, input) => ({
      changed: await roles.assignRole(ctx, actor, 'give', input),
    })),
    bind(roleCalls.takeRole, async (actor, input) => ({
      changed: await roles.assignRole(ctx, actor, 'take', input),
    })),

    bind(directoryCalls.searchUsers, (actor, input) => search.findUsers(ctx, actor, input)),
    bind(directoryCalls.searchDepartments, (_actor, input) => search.findDepartments(ctx, input)),
    bind(directoryCalls.queryRecipients, (actor, input) => search.searchRecipients(ctx, actor, input)),
  ]
}

function attach(reply: CallContext['reply'], ctx: Context, name: string): CallContext['reply'] {
  const day = ctx.now().toISOString().slice(0, 10)
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}-${day}.xlsx"`)
    .type(peopleCalls.XLSX)
}
