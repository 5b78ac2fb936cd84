/** People as other ways to sign in find them. */
export { type Person, personById as findPerson, personByKey } from './store.ts'
