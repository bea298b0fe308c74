CREATE TABLE "heartbeats" (
	"at" timestamp (3) with time zone NOT NULL,
	"filler" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "heartbeats" ALTER COLUMN "filler" SET STORAGE PLAIN;
