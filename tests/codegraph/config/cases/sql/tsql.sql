CREATE TABLE [dbo].[Order Line] (
    [Id] [int] IDENTITY(1,1) NOT NULL,
    [Name] [nvarchar](max) NULL
)
GO
CREATE VIEW dbo.Lines WITH SCHEMABINDING AS
SELECT Id FROM dbo.[Order Line]
GO
