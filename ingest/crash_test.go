package ingest

const childEnv = "IBID_INGEST_CHILD"

func runChild(string) int { return 2 }
