import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { zEngineEntry, zEngineForm, zEngineId, zEngineTrial, zOpReport } from './engines.ts'
import { zOp } from './ops.ts'
import { zReach } from './reach.ts'
import { WORKFLOW_BYTES, zWorkflowEntry, zWorkflowForm, zWorkflowId } from './workflows.ts'

const rule = 'operator'
const zEngines = z.array(zEngineEntry)
const zTrialId = z.uuid()
const zWorkflows = z.array(zWorkflowEntry)
/** A workflow with its bindings; its own text may be as large as allowed and is written anew. */
const mostBytes = 3 * WORKFLOW_BYTES

/** Calls of the site's operator. Those that change engines answer with all of them. */
export const ADMIN_ENDPOINTS = {
  /** How far pictures may go on this site. */
  adminReach: endpoint({ method: 'GET', path: '/admin/reach', data: zReach, rule }),
  adminSetReach: endpoint({
    method: 'POST',
    path: '/admin/reach/set',
    body: z.object({ reach: zReach }),
    data: zReach,
    rule,
  }),
  /** Whether generated pictures bear a visible mark. */
  adminAiMark: endpoint({ method: 'GET', path: '/admin/aiMark', data: z.boolean(), rule }),
  adminSetAiMark: endpoint({
    method: 'POST',
    path: '/admin/aiMark/set',
    body: z.object({ isOn: z.boolean() }),
    data: z.boolean(),
    rule,
  }),
  adminEngines: endpoint({ method: 'GET', path: '/admin/engines', data: zEngines, rule }),
  adminAddEngine: endpoint({
    method: 'POST',
    path: '/admin/engines/add',
    body: z.object({ form: zEngineForm }),
    data: zEngines,
    rule,
  }),
  adminChangeEngine: endpoint({
    method: 'POST',
    path: '/admin/engines/change',
    body: z.object({ id: zEngineId, form: zEngineForm }),
    data: zEngines,
    rule,
  }),
  adminSwitchEngine: endpoint({
    method: 'POST',
    path: '/admin/engines/switch',
    body: z.object({ id: zEngineId, isOn: z.boolean() }),
    data: zEngines,
    rule,
  }),
  adminOrderEngines: endpoint({
    method: 'POST',
    path: '/admin/engines/order',
    body: z.object({ ids: z.array(zEngineId).max(100) }),
    data: zEngines,
    rule,
  }),
  adminRemoveEngine: endpoint({
    method: 'POST',
    path: '/admin/engines/remove',
    body: z.object({ id: zEngineId }),
    data: zEngines,
    rule,
  }),
  /** Asks all engines again, now. */
  adminCheckEngines: endpoint({ method: 'POST', path: '/admin/engines/check', data: zEngines, rule }),
  /** Lists the ops with whether an engine can run each, and the nodes and model files that it lacks for it. */
  adminSurvey: endpoint({
    method: 'GET',
    path: '/admin/engines/survey',
    query: z.object({ id: zEngineId }),
    data: z.object({ ops: z.array(zOpReport), problem: zEngineEntry.shape.problem }),
    rule,
  }),
  /** Has an engine carry out the smallest real job of an op; costs nothing, and nothing is kept of it. */
  adminStartTrial: endpoint({
    method: 'POST',
    path: '/admin/engines/trial/start',
    /** With a workflow that is not stored yet, by that one. */
    body: z.object({ id: zEngineId, op: zOp, workflow: zWorkflowForm.optional() }),
    data: z.object({ trialId: zTrialId }),
    mostBytes,
    rule,
  }),
  adminTrial: endpoint({
    method: 'GET',
    path: '/admin/engines/trial',
    query: z.object({ trialId: zTrialId }),
    data: zEngineTrial,
    rule,
  }),
  adminStopTrial: endpoint({
    method: 'POST',
    path: '/admin/engines/trial/stop',
    body: z.object({ trialId: zTrialId }),
    data: z.null(),
    rule,
  }),
  /** Workflows of the operator's own, best first. Calls that change them answer with all. */
  adminWorkflows: endpoint({ method: 'GET', path: '/admin/workflows', data: zWorkflows, rule }),
  /** Stores one, or changes the one of an id. */
  adminSaveWorkflow: endpoint({
    method: 'POST',
    path: '/admin/workflows/save',
    body: z.object({ id: zWorkflowId.nullable(), form: zWorkflowForm }),
    data: zWorkflows,
    mostBytes,
    rule,
  }),
  /** Forgets one; tasks that wait for it end, and their tickets go back. */
  adminRemoveWorkflow: endpoint({
    method: 'POST',
    path: '/admin/workflows/remove',
    body: z.object({ id: zWorkflowId }),
    data: zWorkflows,
    rule,
  }),
} as const
