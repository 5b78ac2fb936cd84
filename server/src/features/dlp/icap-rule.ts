/** The rule of what an ICAP server objects to. It is in no list: administrators set it up by the server's address. */
export const ICAP_RULE_ID = 'icap'
