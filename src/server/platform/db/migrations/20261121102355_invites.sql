CREATE TABLE "invites" (
	"owner_id" bigint NOT NULL,
	"invited_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"name" text,
	"reward" text NOT NULL,
	CONSTRAINT "invites_owner_id_invited_id_pk" PRIMARY KEY("owner_id","invited_id")
);
--> statement-breakpoint
CREATE TABLE "rewarded_people" (
	"mark" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "invites_of_invited" ON "invites" USING btree ("invited_id");